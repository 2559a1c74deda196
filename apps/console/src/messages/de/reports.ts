import type { Messages } from "../Messages.ts"
import { counted, listed, numbered } from "./common.ts"

const several = (n: number): string => counted(n, "Einreichung", "Einreichungen")

const form: Messages["reports"]["form"] = {
  noLiveTitle: "Keine Version ist live",
  noLive: "Ein Bericht handelt von den Feldern der Live-Version. Es gibt sie, sobald das Formular veröffentlicht ist.",
  slow: "Die Einreichungen werden gezählt. Solche, die noch nie gezählt wurden, brauchen je Million ein bis zwei Minuten; was gezählt ist, bleibt gezählt.",
  newer:
    "Diese Regeln können die Live-Version nicht mehr lesen. Felder erscheinen deshalb unter ihren Slugs und führen nirgendwohin.",
  noneTitle: "In diesen Tagen wurde nichts angelegt",
  none: ({ from, to }) => `Von ${from} bis ${to} wurde keine Einreichung dieses Formulars angelegt.`,
  whole: "Alle Tage anzeigen",
  total: ({ drafts, n }) =>
    drafts === 0 ? several(n) : `${several(n)}, davon ${counted(drafts, "Entwurf", "Entwürfe")}`,
  list: "Als Liste anzeigen",
  lacking: "Balken führen zur Liste der Einreichungen, wenn man die Berechtigung submission:read hat.",
  dayTitles: {
    day: "Angelegt nach Tagen",
    week: "Angelegt nach Wochen",
    month: "Angelegt nach Monaten",
    year: "Angelegt nach Jahren"
  },
  units: { day: "Tag", week: "Woche ab", month: "Monat", year: "Jahr" },
  dayWhy: "Nach dem heutigen Status.",
  otherStates: "Andere Status",
  outcomes: "Ergebnisse",
  outcomesWhy: "Wie viele der Einreichungen das jeweilige Ergebnis hatten.",
  noOutcomes: "Es gab keine Ergebnisse.",
  numbers: "Zahlen",
  numbersWhy: "Aus dem, was eingereicht wurde. Eine Säule ist so breit wie ihr Bereich und so groß wie ihre Anzahl.",
  noNumbers: "Es wurden keine Zahlen eingereicht.",
  choices: "Auswahlen",
  choicesWhy: "Wie oft jede Option in dem gewählt wurde, was eingereicht ist.",
  notChosen: ({ fields }) => `In ${listed(fields)} wurde nichts gewählt.`,
  facts: { count: "Werte", sum: "Summe", mean: "Mittelwert", min: "Kleinster", max: "Größter" },
  submissions: "Einreichungen",
  range: ({ from, to }) => `${from} bis ${to}`,
  yes: "Ja",
  no: "Nein",
  others: "Keine Option der Live-Version",
  distributionOf: ({ name }) => `Verteilung von ${name}`,
  optionsOf: ({ name }) => `Optionen von ${name}`
}

export const reports: Messages["reports"] = {
  period: {
    label: "Zeitraum",
    presets: "Letzte Tage",
    days: ({ n }) => counted(n, "Tag", "Tage"),
    year: "1 Jahr",
    whole: "Alles",
    from: "Erster Tag",
    to: "Letzter Tag",
    zone: ({ zone }) => `Tage beginnen und enden wie in ${zone}.`,
    notInOrder: "Der erste Tag liegt nach dem letzten: Der Zeitraum hat keinen Tag.",
    tooLong: ({ days, n }) =>
      `Der Zeitraum hat ${numbered(n)} Tage. Aufrufe werden für höchstens ${numbered(days)} angezeigt.`
  },
  csv: "CSV herunterladen",
  form,
  usage: {
    title: "Nutzung",
    description: "Aufrufe von evaluate und create, gültig oder nicht. Die der letzten Sekunden können fehlen.",
    form: "Formular",
    allForms: "Alle Formulare",
    byDay: "Aufrufe nach Tagen",
    byCaller: "Aufrufe nach Schlüssel und Person",
    noneTitle: "Keine Aufrufe in diesen Tagen",
    none: "Ein Programm ruft ein Formular mit einem Schlüssel auf. Den Befehl dafür zeigt die Seite „Einbinden“ des Formulars.",
    caller: "Schlüssel oder Person",
    evaluate: "Ausgewertet",
    create: "Eingereicht",
    total: "Gesamt",
    lastDay: "Letzter Tag",
    person: ({ id }) => `Eine Person, in Sitzung ${id.slice(-6)}`,
    operator: "Der Betreiber",
    noName: ({ id }) => `Schlüssel ${id.slice(-6)}`
  }
}
