import type { Messages } from "../Messages.ts"
import { counted, listed, needing, numbered } from "./common.ts"

type TryOut = Messages["tryOut"]

const rules: { readonly [member: string]: string } = {
  formula: "Formel",
  visibleWhen: "sichtbar, wenn",
  requiredWhen: "Pflichtfeld, wenn",
  check: "Prüfung",
  when: "tritt ein, wenn",
  options: "Option wählbar, wenn"
}

const yesOrNo = (is: boolean): string => (is ? "ja" : "nein")

const valueText = (value: unknown): string => {
  if (value === null) return "fehlt"
  if (typeof value === "boolean") return yesOrNo(value)
  if (typeof value === "string") return value
  if (!Array.isArray(value) || !value.every((one) => typeof one === "string")) return JSON.stringify(value)
  return value.length === 0 ? "keine" : listed(value)
}

const fit: TryOut["fit"] = {
  from: ({ isLive, reference, version }) =>
    `Ausgefüllt aus ${reference}${version === undefined ? "" : `, zu Version ${version}`}${isLive ? ", der Live-Version" : ""}`,
  whole: "Alle Werte passen in diesen Entwurf.",
  unknown: ({ names }) =>
    `Dieser Entwurf hat kein Feld für ${listed(names)}: ${names.length === 1 ? "Der Wert wird" : "Die Werte werden"} weggelassen.`,
  computed: ({ names }) => `Dieser Entwurf berechnet ${listed(names)} selbst.`,
  refused: ({ label, message }) => `${label}: ${message}`
}

const fileDraft: TryOut["fileDraft"] = {
  open: "Als Entwurf anlegen…",
  openLive: ({ number }) => `Als Entwurf mit Live-Version ${number} anlegen…`,
  title: "Als Entwurf einer Einreichung anlegen",
  stored:
    "Der Server speichert, was ausgefüllt ist, als Entwurf mit einer Vorgangsnummer. Die Effekte beim Speichern eines Entwurfs werden gesendet.",
  asLive: "Es läuft die Live-Version des Formulars, die diesem Entwurf entspricht.",
  live: ({ number }) =>
    `Es läuft die Live-Version des Formulars${number === undefined ? "" : `, Version ${number},`} und nicht dieser Formularentwurf.`,
  submit: "Als Entwurf anlegen",
  problems: "Was die Live-Version ablehnt",
  filed: ({ reference }) => `${reference} ist als Entwurf gespeichert.`,
  openIt: "Öffnen",
  copyId: "ID kopieren",
  needsPrivilege: needing("Das Anlegen", "submission:write"),
  neverPublished: "Noch kann nichts angelegt werden: Das Formular hat keine Live-Version.",
  archived: "Es kann nichts angelegt werden: Das Formular ist archiviert."
}

const examples: TryOut["examples"] = {
  keep: "Eingaben behalten…",
  keepTitle: "Als Fall behalten",
  keepSubmit: "Behalten",
  replaceTitle: ({ name }) => `${name} durch die jetzigen Eingaben ersetzen`,
  name: "Name",
  taken: "Ein anderer Fall heißt schon so.",
  expects: "Was es jetzt ergibt, wird erwartet",
  members: {
    valid: "Ob es gültig ist",
    outcomes: "Ergebnisse",
    calculatedData: "Berechnete Werte",
    visible: "Welche Felder sichtbar sind",
    problems: "Probleme"
  },
  day: ({ today }) => `Immer mit dem ${today}`,
  dayWhy: "Sonst mit dem Tag, an dem es läuft.",
  none: "Noch keine Fälle. Behalten Sie Eingabedaten mit dem, was Sie davon erwarten: Sie laufen bei jeder Änderung und vor dem Veröffentlichen.",
  needsPrivilege: needing("Das Ändern von Fällen", "form:write"),
  loaded: ({ name }) => `${name} ist ausgefüllt.`,
  fill: "Ausfüllen",
  load: ({ name }) => `Mit ${name} ausfüllen`,
  more: ({ name }) => `Aktionen für ${name}`,
  actions: {
    replace: "Durch die jetzigen Eingaben ersetzen…",
    expect: "Jetziges Ergebnis erwarten…",
    rename: "Umbenennen…",
    delete: "Löschen…"
  },
  reach: {
    all: ({ parts }) => `Die Fälle erreichen alle ${parts} Teile der Regeln.`,
    some: ({ parts, reached }) => `Die Fälle erreichen ${reached} von ${parts} Teilen der Regeln`,
    more: ({ n }) => `${counted(n, "weiterer Teil", "weitere Teile")}, nicht angezeigt.`,
    never: {
      given: "ergibt nie einen Wert",
      true: "trifft nie zu",
      false: "trifft immer zu",
      chosen: "wird nie gewählt"
    },
    found: ({ n, of, table }) => `Sie finden ${counted(n, "Zeile", "Zeilen")} von ${of} der Tabelle ${table}`,
    row: ({ row }) => `wird nie gefunden: Zeile ${row}`,
    moreRows: ({ n }) => `${counted(n, "weitere Zeile", "weitere Zeilen")}, nicht angezeigt.`
  },
  met: "wie erwartet",
  unmet: ({ n }) => counted(n, "Abweichung", "Abweichungen"),
  notRun: "nicht gelaufen",
  on: ({ today }) => `am ${today}`,
  expectsN: ({ n }) => counted(n, "Erwartung", "Erwartungen"),
  comparison: ({ name }) => `Was ${name} erwartet und ergibt`,
  columns: { what: "Was", expected: "Erwartet", found: "Jetzt" },
  value: valueText,
  expectTitle: ({ name }) => `Von ${name} erwarten, was es jetzt ergibt`,
  expectWhy: "Die bisherige Erwartung wird ersetzt. Das lässt sich nicht rückgängig machen.",
  expectSubmit: "Erwarten",
  rename: "Umbenennen",
  renameTitle: ({ name }) => `${name} umbenennen`,
  delete: "Löschen",
  deleteTitle: ({ name }) => `${name} löschen`,
  deleteWhy: "Die Eingabedaten und die Erwartung sind dann für alle weg, die dieses Formular bearbeiten."
}

const beside: TryOut["beside"] = {
  none: "Das Formular hat keine Live-Version, mit der sich dieser Entwurf vergleichen ließe.",
  unread: "Die Live-Version wurde nicht gelesen.",
  refused: "Die Live-Version läuft nicht: Die heutigen Regeln lehnen ihre Definition ab.",
  summary: ({ number, results, rules: n }) =>
    results + n === 0
      ? `Mit diesen Eingabedaten ergibt der Entwurf dasselbe wie Live-Version ${number ?? ""}.`
      : `Anders als in Live-Version ${number ?? ""}: ${counted(results, "Resultat", "Resultate")} und ${counted(n, "Regel", "Regeln")}.`,
  all: "Auch zeigen, was gleich ist",
  results: "Resultate im Entwurf und in der Live-Version",
  rules: "Regeln im Entwurf und in der Live-Version",
  what: "Resultat",
  rule: "Regel",
  draft: "Entwurf",
  live: ({ number }) => `Live${number === undefined ? "" : ` ${number}`}`,
  differs: "weicht ab",
  absent: "nicht vorhanden",
  yes: "ja",
  no: "nein",
  more: ({ n }) => `${counted(n, "weitere Zeile", "weitere Zeilen")}, nicht angezeigt.`,
  kinds: {
    valid: () => "gültig",
    value: ({ name }) => name,
    outcome: ({ name }) => `Ergebnis ${name}`,
    problem: ({ name }) => `Problem bei ${name}`,
    hidden: ({ name }) => `${name} ist ausgeblendet`
  }
}

export const tryOut: TryOut = {
  title: "Probelauf",
  form: "Das Formular beim Ausfüllen",
  mode: "Wie geprüft wird",
  modes: { filling: "Beim Ausfüllen", complete: "Vollständig" },
  today: "Heute",
  fill: "Mit einem Beispiel ausfüllen",
  pretended: { make: "Datei vortäuschen", name: "vorgetäuschte Datei" },
  fromSubmission: {
    open: "Aus einer Einreichung…",
    title: "Aus einer Einreichung ausfüllen",
    none: "Das Formular hat noch keine Einreichungen.",
    reference: "Vorgangsnummer",
    state: "Status",
    created: "Angelegt",
    needsPrivilege: needing("Das Ausfüllen aus einer Einreichung", "submission:read")
  },
  fit,
  fileDraft,
  clear: "Leeren",
  noExample: "Es wurden keine Eingabedaten gefunden, die das Formular annimmt.",
  missing: ({ n }) => (n === 1 ? "1 fehlt" : `${numbered(n)} fehlen`),
  wrong: ({ n }) => `${numbered(n)} falsch`,
  outcomes: "Ergebnisse",
  nothing: "Noch läuft nichts: Die Definition hat kein Feld ohne Fehler.",
  older: "Das ist das Formular, wie es zuletzt lief. Es übernimmt den neuesten Text, sobald er laufen kann.",
  payload: "Eingabedaten",
  notObject: "Die Eingabedaten müssen ein Objekt sein, in geschweiften Klammern.",
  tabs: {
    label: "Was das Formular tut",
    form: "Formular",
    trace: ({ changed, n }) => (changed === 0 ? `Ablauf ${n}` : `Ablauf ${n}, ${changed} geändert`),
    payload: "Eingabedaten",
    beside: "Neben Live",
    examples: ({ failed, n }) =>
      `Fälle${n === 0 ? "" : ` ${n}`}${failed === 0 ? "" : `, ${failed} ${failed === 1 ? "weicht" : "weichen"} ab`}`,
    result: "Antwort",
    effects: ({ n }) => (n === 0 ? "Effekte" : `Effekte ${n}`)
  },
  leftOut: {
    title: ({ n }) => `${counted(n, "Teil fehlt", "Teile fehlen")} im Probelauf`,
    name: ({ member, name }) => (member === undefined ? name : `${name}: ${member}`)
  },
  examples,
  beside,
  trace: {
    noRules: "Keine Regel ist gelaufen: Das Formular hat keine, oder sie warten auf Angaben, die noch fehlen.",
    noneShown: "Keine der gelaufenen Regeln gehört dazu.",
    label: "Regeln, die gelaufen sind",
    filter: "Filter",
    changedOnly: ({ n }) => `Nur geänderte (${n})`,
    place: ({ member, row }) => `${rules[member] ?? member}${row === undefined ? "" : `, Zeile ${row + 1}`}`
  },
  why: {
    why: "warum",
    is: "ist",
    noRules: "Keine Regel dieses Feldes ist gelaufen.",
    whyOf: ({ name }) => `Warum ${name}`
  },
  effects: {
    nothingSent: "So würde es mit diesen Eingabedaten gesendet. Es wird nichts gesendet.",
    none: "Kein Effekt wird ausgelöst.",
    noRecipient: "Mit diesen Eingabedaten gibt es keinen Empfänger; deshalb würde nichts gesendet."
  }
}
