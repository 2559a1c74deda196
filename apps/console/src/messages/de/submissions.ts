import type { Messages } from "../Messages.ts"
import { counted, listed, numbered } from "./common.ts"

const several = (n: number): string => counted(n, "Einreichung", "Einreichungen")

export const submissions: Messages["submissions"] = {
  title: "Einreichungen",
  description: "Was eingereicht wurde, das Neueste zuerst.",
  form: "Formular",
  allForms: "Alle Formulare",
  columns: {
    reference: "Vorgangsnummer",
    state: "Status",
    created: "Angelegt",
    outcomes: "Ergebnisse"
  },
  values: { yes: "Ja", no: "Nein", rows: ({ n }) => counted(n, "Zeile", "Zeilen") },
  choose: {
    open: "Spalten…",
    title: "Spalten",
    why: "Für die Listen dieses Formulars, in diesem Browser. Die Vorgangsnummer steht immer zuerst.",
    shown: "Angezeigt",
    more: "Felder, die nicht angezeigt werden",
    find: "Feld suchen",
    noneFound: "Kein Feld enthält diesen Text.",
    width: ({ name }) => `Breite von ${name}`,
    widths: { narrow: "Schmal", usual: "Normal", wide: "Breit" },
    up: ({ name }) => `${name} nach oben`,
    down: ({ name }) => `${name} nach unten`,
    remove: ({ name }) => `${name} entfernen`,
    add: ({ name }) => `${name} hinzufügen`,
    usual: "Zurücksetzen",
    unread: "Die Felder dieses Formulars konnten nicht gelesen werden; deshalb sind sie keine Spalten."
  },
  grid: {
    label: "Einreichungen",
    tick: ({ name }) => `${name} auswählen`,
    tickAll: "Alle angezeigten auswählen"
  },
  filters: {
    label: "Filter",
    set: "Gesetzte Filter",
    form: "Formular",
    state: "Status",
    any: "Beliebig",
    reference: "Vorgangsnummer",
    filed: "Eingereicht",
    outcome: "Ergebnis",
    text: "Text in einem Wert",
    createdFrom: "Angelegt ab",
    createdBefore: "Angelegt vor",
    where: "Bedingung",
    more: "Mehr Filter",
    less: "Weniger Filter",
    remove: ({ name, value }) => `Filter ${name} ${value} entfernen`
  },
  where: {
    label: "Bedingung",
    why: "In der Regelsprache, über die Felder des Formulars. Strg+Leertaste schlägt vor, was dort stehen kann, die Eingabetaste wendet sie an.",
    apply: "Anwenden",
    needsForm: "Eine Bedingung liest die Felder eines Formulars: Wählen Sie es zuerst.",
    noVersion: "Eine Bedingung braucht ein Formular, das veröffentlicht wurde.",
    build: {
      open: "Zusammenstellen",
      label: "Eine Bedingung zusammenstellen",
      field: "Feld",
      comparison: "Vergleich",
      value: "Wert",
      rows: "Zeilen",
      numberWhy: "Ziffern und ein Punkt: 12.50",
      datetimeWhy: "Nach Ihrer eigenen Uhr.",
      add: "Schreiben",
      comparisons: {
        is: "ist",
        isNot: "ist nicht",
        contains: "enthält",
        startsWith: "beginnt mit",
        endsWith: "endet mit",
        below: "ist kleiner als",
        atMost: "ist höchstens",
        above: "ist größer als",
        atLeast: "ist mindestens",
        before: "ist vor",
        until: "ist spätestens",
        after: "ist nach",
        from: "ist frühestens",
        has: "enthält die Option",
        hasNot: "enthält nicht",
        rowsAtLeast: "hat mindestens",
        rowsAtMost: "hat höchstens",
        there: "hat einen Wert",
        missing: "fehlt"
      }
    }
  },
  search: {
    nothingYet: ({ n }) => `Bis zu ${several(n)} durchsucht, noch kein Treffer.`,
    noMoreYet: ({ n }) => `Bis zu ${several(n)} durchsucht, zuletzt ohne weiteren Treffer.`,
    goesOn: "Die Suche läuft weiter.",
    stopped: "Die Suche wurde angehalten.",
    stop: "Anhalten",
    goOn: "Fortsetzen"
  },
  count: ({ hasMore, n }) => (hasMore ? `${numbered(n)} oder mehr Einreichungen` : several(n)),
  selection: {
    label: "Auswahl",
    some: ({ n }) => `${several(n)} ausgewählt`,
    all: ({ n }) => `Alle ${several(n)} ausgewählt`,
    reading: ({ n }) => `Alle werden gelesen: bisher ${several(n)}`,
    stop: "Anhalten",
    selectAll: "Alle auswählen, die den Filtern entsprechen",
    clear: "Auswahl aufheben"
  },
  many: {
    progress: "Fortschritt",
    soFar: ({ n, total }) => `${numbered(n)} von ${several(total)}.`,
    ended: ({ left, n }) =>
      left === 0 ? `${several(n)} erledigt.` : `Angehalten: ${several(n)} erledigt, ${numbered(left)} nicht begonnen.`,
    stop: "Anhalten",
    refused: ({ n }) => `${several(n)} abgelehnt`,
    refusedList: "Was abgelehnt wurde",
    notShown: ({ n }) => `Und ${numbered(n)} weitere.`,
    again: ({ n }) => `${numbered(n)} erneut versuchen`
  },
  transitions: {
    menu: "Übergang",
    none: ({ n }) =>
      n === 1 ? "Von ihrem Status führt kein Übergang weiter." : "Diese haben keinen gemeinsamen Übergang.",
    unread: "Der Workflow dieser Einreichungen konnte nicht gelesen werden.",
    item: ({ name, to }) => `${name}, zu ${listed(to)}`,
    lacking: ({ label, privilege }) => `${label}: erfordert ${privilege}; das haben Sie nicht`,
    title: ({ n, name }) => `${name}: ${several(n)}`,
    submit: ({ n, name }) => `${name}: ${numbered(n)}`,
    why: ({ to }) =>
      `Jede wechselt zu ${listed(to)}, mit den Effekten dieses Status. Wurde eine geändert, seit diese Liste gelesen wurde, wird sie abgelehnt und bleibt, wie sie ist.`,
    comment: "Kommentar",
    commentWhy: "Bleibt im Verlauf jeder Einreichung."
  },
  retry: {
    open: "Effekte erneut versuchen…",
    lacking: "Effekte erneut versuchen: erfordert effect:write; das haben Sie nicht",
    title: ({ n }) => `Effekte von ${counted(n, "Einreichung", "Einreichungen")} erneut versuchen`,
    why: "Was gescheitert ist oder vom Empfänger gestoppt wurde, wird sofort erneut gesendet. Was zugestellt ist oder noch versucht wird, bleibt, wie es ist.",
    submit: "Erneut versuchen",
    done: ({ n }) => `${counted(n, "Effekt wird", "Effekte werden")} erneut versucht.`
  },
  export: {
    open: "Exportieren…",
    offer: "Die Einreichungen dieser Liste exportieren",
    title: "Exportieren",
    why: "Die Datei enthält jede Einreichung, die den Filtern entspricht, in der Reihenfolge der Liste.",
    format: "Format",
    csv: "CSV",
    csvWhy: "Eine Spalte für jedes Feld der Live-Version, für Tabellenkalkulationen.",
    ndjson: "NDJSON",
    ndjsonWhy: "Ein Objekt je Zeile mit allem, was gespeichert ist, für Programme.",
    ndjsonAlone:
      "Ein Objekt je Zeile mit allem, was gespeichert ist, für Programme. Die Spalten von CSV sind die Felder eines Formulars: Wählen Sie dafür ein Formular.",
    whole: "Wenn der Browser meldet, dass das Herunterladen fehlgeschlagen ist, ist die Datei unvollständig."
  },
  newOnes: ({ hasMore, n }) => (hasMore ? `${numbered(n)} oder mehr neue` : counted(n, "neue", "neue")),
  showNew: "Anzeigen",
  reading: "Weitere werden gelesen",
  full: ({ n }) =>
    `Angezeigt werden die ersten ${numbered(n)}. Ein Filter grenzt die Liste ein; ein Export enthält alles.`,
  empty: {
    title: "Noch wurde nichts eingereicht",
    why: "Eingereicht wird über die API, von einer Seite, die das Formular zeigt, oder aus dem Probelauf eines Formulars.",
    forms: "Zu den Formularen"
  },
  nothing: {
    title: "Nichts entspricht diesen Filtern",
    why: "Ein anderer Filter findet es vielleicht.",
    clear: "Filter zurücksetzen"
  }
}
