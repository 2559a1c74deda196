import type { Messages } from "../Messages.ts"

const plural = new Intl.PluralRules("de")
const number = new Intl.NumberFormat("de")

/** `2.000` */
export const numbered = (count: number): string => number.format(count)

/** `1 Schlüssel`, `2.000 Schlüssel`. */
export const counted = (count: number, one: string, many: string): string =>
  `${number.format(count)} ${plural.select(count) === "one" ? one : many}`

/** `a, b und c` */
export const listed = (parts: ReadonlyArray<string>): string => new Intl.ListFormat("de").format(parts)

/** Sentences in which a screen says that a privilege is missing. */
export const needing = (what: string, privilege: string): string =>
  `${what} erfordert die Berechtigung ${privilege}, die Sie nicht haben.`

export const common: Messages["common"] = {
  language: "de-DE",
  number: ({ n }) => numbered(n),
  cancel: "Abbrechen",
  chosen: ({ count }) => `${count} ausgewählt`,
  close: "Schließen",
  copy: "Kopieren",
  download: "Herunterladen",
  copied: "Kopiert",
  loading: "Wird geladen",
  save: "Speichern",
  tryAgain: "Erneut versuchen",
  never: "Nie",
  none: "Ohne",
  optional: "optional",
  more: "Weitere Aktionen",
  control: ({ code }) => `Steuerzeichen ${code}`,
  mixedDirections: "Dieser Text mischt Schreibrichtungen",
  showMore: "Mehr anzeigen",
  states: {
    refused: "Das dürfen Sie nicht sehen",
    refusedPrivilege: ({ privilege }) =>
      `Dafür ist die Berechtigung ${privilege} nötig, die Sie nicht haben. Ein Inhaber oder Administrator der Organisation kann sie Ihnen geben.`,
    missing: "Hier ist nichts",
    missingWhy: "Es wurde entfernt, oder es hat nie existiert. Vielleicht enthält die Adresse einen Fehler.",
    broken: "Der Server hat nicht geantwortet",
    unexpected:
      "In der Konsole ist ein Fehler aufgetreten. Versuchen Sie es erneut; wenn es wieder geschieht, laden Sie die Seite neu.",
    sessionEnded:
      "Sie wurden abgemeldet. Melden Sie sich an und versuchen Sie es dann erneut: Ihre Eingaben sind noch da.",
    unreachable: "Der Server ist nicht erreichbar. Das Netzwerk oder der Server ist ausgefallen.",
    requestId: ({ id }) => `Anfrage ${id}`,
    waitFor: ({ seconds }) => `Warten Sie ${counted(seconds, "Sekunde", "Sekunden")} und versuchen Sie es dann erneut.`,
    trying: "Neuer Versuch läuft",
    againIn: ({ seconds }) => `Neuer Versuch in ${counted(seconds, "Sekunde", "Sekunden")}`
  }
}
