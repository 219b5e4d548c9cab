// How orval makes a client of the document of a live server, whose origin it is told in ORIGIN.

const origin = process.env.ORIGIN;

module.exports = {
  uplift: {
    input: { target: `${origin}/openapi.json` },
    output: { target: "generated/orval/client.ts", client: "fetch", mode: "single", baseUrl: `${origin}/api` },
  },
};
