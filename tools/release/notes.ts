/** The notes of a release: its section of CHANGELOG.md. */
import { Stop } from "./sentences.ts"

export interface Notes {
  /** The day of the release, or `unreleased`. */
  readonly date: string
  readonly text: string
}

const heading = /^## (?<version>\d+\.\d+\.\d+\S*) \((?<date>unreleased|\d{4}-\d{2}-\d{2})\)$/mu

/** Stops where the first section is of another version. */
export const notesOf = (changelog: string, version: string): Notes => {
  const found = heading.exec(changelog)
  const { date = "", version: first } = found?.groups ?? {}
  if (found === null || first !== version) {
    throw new Stop(
      `CHANGELOG.md begins with ${first === undefined ? "no version" : first}, and package.json says ${version}: ` +
        `its first section has to be "## ${version} (year-month-day)".`
    )
  }
  const rest = changelog.slice(found.index + found[0].length)
  const text = rest.slice(0, /^## /mu.exec(rest)?.index).trim()
  if (text === "") throw new Stop(`The section of ${version} in CHANGELOG.md is empty.`)
  return { date, text }
}
