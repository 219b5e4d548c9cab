-- Sends the requests of a file, one after the other and from the start again. A line is a key, a tab and a path, and for
-- a POST another tab and the body. Every # becomes a number of its own.
--
-- Arguments: the file, and how many milliseconds a connection pauses between two requests on average; 0 is no pause.

local requests, at, sent, headers = {}, 0, os.time() % 1000000 * 1000000, {}

local function with_key(key)
  headers[key] = headers[key] or { ["Authorization"] = "Bearer " .. key, ["Content-Type"] = "application/json" }
  return headers[key]
end

function init(args)
  for line in io.lines(args[1]) do
    local key, path, body = line:match("^(%S+)\t(%S+)\t?(.*)$")
    local same = body == "" and not path:find("#")
    requests[#requests + 1] = same and wrk.format("GET", path, with_key(key)) or { key = key, path = path, body = body }
  end
  local pause = tonumber(args[2])
  if pause > 0 then
    -- Pauses vary, or else all connections would send at the same moments.
    delay = function() return math.floor(math.random() * 2 * pause + 0.5) end
  end
end

function request()
  at = at % #requests + 1
  local request = requests[at]
  if type(request) == "string" then return request end
  sent = sent + 1
  local path, body, key = request.path:gsub("#", sent), request.body:gsub("#", sent), with_key(request.key)
  return body == "" and wrk.format("GET", path, key) or wrk.format("POST", path, key, body)
end

function done(summary, latency)
  local errors = summary.errors
  local failed = errors.connect + errors.read + errors.write + errors.status + errors.timeout
  local p50, p99 = latency:percentile(50), latency:percentile(99)
  print(string.format("figures %d %d %d %d %d", summary.requests, summary.duration, p50, p99, failed))
end
