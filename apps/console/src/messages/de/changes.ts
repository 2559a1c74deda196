import type { Messages } from "../Messages.ts"
import { counted, numbered } from "./common.ts"

const parts = {
  form: "Das Formular",
  constant: "Konstante",
  table: "Tabelle",
  field: "Feld",
  section: "Abschnitt",
  check: "Prüfung",
  outcome: "Ergebnis",
  effect: "Effekt",
  state: "Status",
  transition: "Übergang"
} as const

interface Named {
  readonly subject: keyof typeof parts
  readonly name: string
}

const called = ({ name, subject }: Named): string => (name === "" ? parts[subject] : `${parts[subject]} ${name}`)

export const changes: Messages["changes"] = {
  label: "Änderungen",
  added: (part) => `${called(part)} ist neu.`,
  removed: (part) => `${called(part)} ist entfernt.`,
  changed: ({ member, ...part }) =>
    member === "" ? `${called(part)} ist geändert.` : `${called(part)}: ${member} ist geändert.`,
  set: ({ member, ...part }) => `${called(part)}: ${member} ist neu.`,
  unset: ({ member, ...part }) => `${called(part)}: ${member} ist entfernt.`,
  breaking: "Inkompatibel",
  before: "Vorher",
  after: "Nachher",
  none: "Es gibt keinen Unterschied.",
  count: ({ n }) => counted(n, "Änderung", "Änderungen"),
  breakingCount: ({ n }) =>
    n === 1
      ? "1 davon kann bei Aufrufern zu Fehlern führen."
      : `${numbered(n)} davon können bei Aufrufern zu Fehlern führen.`,
  noneBreaks: "Keine davon führt bei Aufrufern zu Fehlern.",
  first: "Das ist die erste Version: Es gibt nichts, womit sie sich vergleichen ließe.",
  showSource: "Quelltext anzeigen",
  hideSource: "Quelltext ausblenden",
  source: "Beide Definitionen nebeneinander",
  faults: ({ n }) =>
    `${counted(n, "Fehler", "Fehler")} nach den heutigen Regeln. Eine Definition mit Fehlern lässt sich nicht vergleichen.`
}
