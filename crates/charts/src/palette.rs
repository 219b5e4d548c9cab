//! Colours that can be told apart with any eyes, each with a pattern of its own, so that colour never stands alone.

/// Whether a chart is dark on light or light on dark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    #[default]
    Light,
    Dark,
}

/// The colours of a theme.
pub(crate) struct Palette {
    pub(crate) ground: &'static str,
    pub(crate) text: &'static str,
    /// The colour of what stands beside: ticks, titles of axes.
    pub(crate) faint: &'static str,
    pub(crate) grid: &'static str,
    /// The colour of axes and of the line at 0.
    pub(crate) axis: &'static str,
    series: [&'static str; 4],
    /// The colours of cells, from little to much, each with that of a text on it.
    cells: [(&'static str, &'static str); 5],
}

const LIGHT: Palette = Palette {
    ground: "#ffffff",
    text: "#1b2430",
    faint: "#4a5665",
    grid: "#dde2e8",
    axis: "#5b6776",
    series: ["#0072b2", "#c04f00", "#00805c", "#99407c"],
    cells: [
        ("#e3f0f8", "#1b2430"),
        ("#b5d7ea", "#1b2430"),
        ("#79b6d9", "#1b2430"),
        ("#2077ae", "#ffffff"),
        ("#0b4a75", "#ffffff"),
    ],
};

const DARK: Palette = Palette {
    ground: "#12171e",
    text: "#e8ecf1",
    faint: "#b3bdc9",
    grid: "#2c3641",
    axis: "#8d99a8",
    series: ["#56b4e9", "#e69f00", "#2ec495", "#d995bb"],
    cells: [
        ("#17344a", "#ffffff"),
        ("#1d4d70", "#ffffff"),
        ("#236c9e", "#ffffff"),
        ("#56b4e9", "#12171e"),
        ("#b9e0f7", "#12171e"),
    ],
};

impl Theme {
    pub(crate) fn palette(self) -> &'static Palette {
        match self {
            Self::Light => &LIGHT,
            Self::Dark => &DARK,
        }
    }
}

impl Palette {
    /// The colour of the series of this number, from 0; after the fourth they begin anew.
    pub(crate) fn series(&self, number: usize) -> &'static str {
        self.series.iter().cycle().nth(number % 4).copied().unwrap_or(self.text)
    }

    /// The colour of a cell and of its text, by its step from 0 to 4.
    pub(crate) fn cell(&self, step: usize) -> (&'static str, &'static str) {
        self.cells.get(step).copied().unwrap_or((self.ground, self.text))
    }

    /// What fills the marks of a series: the first has its colour, the others a pattern in it.
    pub(crate) fn fill(&self, number: usize, prefix: &str) -> String {
        match number % 4 {
            0 => self.series(0).to_owned(),
            pattern => format!("url(#{prefix}-fill-{pattern})"),
        }
    }

    /// The patterns of the series as elements, under the ids that `fill` names.
    pub(crate) fn patterns(&self, prefix: &str) -> String {
        let pattern = |number: usize, inside: &str| {
            let colour = self.series(number);
            format!(
                "<pattern id=\"{prefix}-fill-{number}\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\">\
                 <rect width=\"6\" height=\"6\" fill=\"{}\"/>{}</pattern>",
                self.ground,
                inside.replace("{}", colour)
            )
        };
        [
            pattern(1, "<path d=\"M-1 1L1 -1M0 6L6 0M5 7L7 5\" stroke=\"{}\" stroke-width=\"2\"/>"),
            pattern(2, "<circle cx=\"1.5\" cy=\"1.5\" r=\"1.3\" fill=\"{}\"/><circle cx=\"4.5\" cy=\"4.5\" r=\"1.3\" fill=\"{}\"/>"),
            pattern(3, "<path d=\"M0 3H6M3 0V6\" stroke=\"{}\" stroke-width=\"1.4\"/>"),
        ]
        .concat()
    }
}

#[cfg(test)]
mod tests;
