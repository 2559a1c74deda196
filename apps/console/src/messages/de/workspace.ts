import type { Messages } from "../Messages.ts"
import { counted, numbered } from "./common.ts"
import { readingWords } from "./source.ts"

type Change = Parameters<Messages["workspace"]["change"]>[0]

const parts: { readonly [K in Change["subject"]]: string } = {
  form: "Formular",
  constant: "Konstante",
  table: "Tabelle",
  field: "Feld",
  section: "Abschnitt",
  check: "Prüfung",
  outcome: "Ergebnis",
  effect: "Effekt",
  state: "Status",
  transition: "Übergang"
}

const made: { readonly [K in Change["change"]]: string } = {
  added: "ist neu",
  removed: "ist entfernt",
  changed: "ist geändert"
}

export const workspace: Messages["workspace"] = {
  title: ({ title }) => `${title}: Arbeitsbereich`,
  untitled: "Formular ohne Titel",
  readOnly: "Sie können diesen Entwurf lesen und ausprobieren. Zum Ändern fehlt Ihnen die Berechtigung form:write.",
  undo: "Rückgängig",
  redo: "Wiederholen",
  view: "Ansicht",
  views: { structure: "Struktur", source: "Quelltext", both: "Beides" },
  tryOut: "Probelauf",
  publish: "Veröffentlichen…",
  faults: ({ n }) => counted(n, "Fehler", "Fehler"),
  noFaults: "Keine Fehler",
  checking: "Wird geprüft",
  dead: "Die Engine wurde angehalten. Sie startet mit Ihrer nächsten Änderung neu.",
  changes: ({ breaking, n }) =>
    `${counted(n, "Änderung", "Änderungen")}${breaking === 0 ? "" : `, ${numbered(breaking)} inkompatibel`}`,
  noChanges: "Wie veröffentlicht",
  liveUnread: "Die Live-Version konnte nicht gelesen werden; deshalb ist unbekannt, was dieser Entwurf ändert.",
  changesTitle: "Änderungen seit der Live-Version",
  change: ({ change, member, name, subject }) =>
    member === undefined
      ? `${parts[subject]} ${name} ${made[change]}`
      : `${subject === "form" ? "Formular" : `${parts[subject]} ${name}`}: ${member} ${made[change]}`,
  breaking: "inkompatibel",
  chain: {
    title: ({ name }) => `Was ${name} liest und wovon es gelesen wird`,
    ...readingWords
  },
  cost: ({ most, total }) => `${numbered(total)} von ${counted(most, "Schritt", "Schritten")}`,
  heaviest: "Die aufwendigsten Regeln",
  heavy: ({ name, steps }) => `${name}: ${counted(steps, "Schritt", "Schritte")}`,
  resize: ({ pane }) => `Breite von ${pane}`,
  panes: "Bereiche",
  outline: "Gliederung",
  inspector: "Auswahl"
}
