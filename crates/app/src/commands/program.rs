//! What the program tells of itself: completions for shells, and its manual. Neither needs settings or a database.

use std::io::Write;

use anyhow::{Context, Result};
use clap::Command;
use clap_complete::{Generator as _, Shell};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};
use serde_json::json;

use crate::arguments::ProgramAct;
use crate::help;
use crate::output::Output;

/// What the manual says beside what the arguments say of themselves.
const REST: &str = include_str!("manual.roff");

pub(crate) fn run(act: ProgramAct, output: Output) -> Result<()> {
    match act {
        ProgramAct::Completions { shell } => {
            let script = completions(shell)?;
            let document = json!({"completions": {"shell": shell.to_string(), "script": script}});
            output.print(&document, || script.trim_end().to_owned())
        }
        ProgramAct::Manual => {
            let page = manual()?;
            output.print(&json!({"manual": page}), || page.trim_end().to_owned())
        }
    }
}

/// The program, as its arguments are declared.
fn program() -> Command {
    let mut program = help::program();
    program.build();
    program
}

fn completions(shell: Shell) -> Result<String> {
    written(|script| shell.try_generate(&program(), script))
}

/// One page for all commands: the settings stand in it once, and not with each command that takes them.
fn manual() -> Result<String> {
    let program = program();
    let man = Man::new(program.clone()).manual("Uplift");
    let commands = commands(&program)?;
    written(|page| {
        man.render_title(page)?;
        man.render_name_section(page)?;
        Roff::new().control("SH", ["SYNOPSIS"]).text([bold("uplift"), roman(" [OPTIONS] COMMAND")]).to_writer(page)?;
        man.render_description_section(page)?;
        page.write_all(commands.as_bytes())?;
        man.render_options_section(page)?;
        page.write_all(REST.as_bytes())
    })
}

/// The commands, those within others after them, each with what it takes beside the settings.
fn commands(program: &Command) -> Result<String> {
    let mut text = written(|page| Roff::new().control("SH", ["COMMANDS"]).to_writer(page))?;
    let mut left: Vec<&Command> = program.get_subcommands().collect();
    left.reverse();
    while let Some(command) = left.pop() {
        if command.has_subcommands() {
            left.extend(command.get_subcommands().collect::<Vec<_>>().into_iter().rev());
        } else {
            text += &manual_section(command)?;
        }
    }
    Ok(text)
}

fn manual_section(command: &Command) -> Result<String> {
    let name = command.get_bin_name().unwrap_or_else(|| command.get_name()).to_owned();
    let own = command.clone().mut_args(|argument| {
        let common = argument.is_global_set() || argument.get_id() == "help";
        argument.hide(common)
    });
    let takes = own.get_arguments().any(|argument| !argument.is_hide_set());
    let man = Man::new(own);
    let mut text = written(|page| Roff::new().control("SS", [name.as_str()]).to_writer(page))?;
    text += &beneath(|page| man.render_synopsis_section(page))?;
    text += ".PP\n";
    text += &beneath(|page| man.render_description_section(page))?;
    if takes {
        text += &beneath(|page| man.render_options_section(page))?;
    }
    Ok(text)
}

/// A section without its heading.
fn beneath(section: impl FnOnce(&mut Vec<u8>) -> std::io::Result<()>) -> Result<String> {
    let section = written(section)?;
    let (_, rest) = section.split_once(".SH ").context("a section of the manual has no heading")?;
    Ok(rest.split_once('\n').map(|(_, body)| body.to_owned()).unwrap_or_default())
}

fn written(write: impl FnOnce(&mut Vec<u8>) -> std::io::Result<()>) -> Result<String> {
    let mut text = Vec::new();
    write(&mut text)?;
    Ok(String::from_utf8(text)?)
}
