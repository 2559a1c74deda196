import type { Messages } from "../Messages.ts"
import { counted, numbered } from "./common.ts"

export const home: Messages["home"] = {
  title: "Start",
  needs: {
    title: "Was zu tun ist",
    none: "Nichts wartet auf Sie.",
    drafts: "Entwürfe mit unveröffentlichten Änderungen",
    publish: "Veröffentlichen…",
    firstForms: ({ n }) => `Unter den ${numbered(n)} neuesten Formularen.`,
    keys: "Schlüssel, die innerhalb von 14 Tagen ablaufen",
    expires: ({ date }) => `läuft am ${date} ab`,
    effects: "Endgültig fehlgeschlagene Effekte",
    dead: ({ n }) => counted(n, "gescheiterter Effekt", "gescheiterte Effekte"),
    atLeast: ({ n }) => `${numbered(n)} oder mehr gescheiterte Effekte`
  },
  first: {
    title: "Erste Schritte",
    why: "Jeder Schritt ist abgehakt, sobald es gibt, was er hervorbringt.",
    progress: ({ done, of }) => `${done} von ${of} erledigt`,
    done: "Erledigt:",
    hide: "Erste Schritte ausblenden",
    show: "Erste Schritte anzeigen",
    run: ({ form }) => `Das Formular „${form}“ ausprobieren`,
    runFirst: "Ein Formular anlegen und ausprobieren",
    runWhy: "Seine Seite hat einen Befehl zum Kopieren und eine Schaltfläche, die ihn ausführt.",
    publish: "Eine Regel ändern und veröffentlichen",
    publishWhy: "Bearbeiten Sie den Entwurf, und sehen Sie vor dem Veröffentlichen, was sich ändern würde.",
    key: "Einen Schlüssel erstellen und damit ein Formular aufrufen",
    keyWhy: "Ein Schlüssel je System, nach ihm benannt.",
    file: "Ein Formular einreichen und ansehen, was es versendet",
    fileWhy: "Unter „Einbinden“ steht der Befehl zum Einreichen.",
    invite: "Eine Person einladen",
    inviteWhy: "Sie legt ihr Passwort über einen Link selbst fest."
  },
  week: {
    title: "Die letzten sieben Tage",
    none: "Kein Formular wurde aufgerufen und nichts eingereicht.",
    label: "Aufrufe und Einreichungen nach Formular",
    form: "Formular",
    evaluate: "Ausgewertet",
    create: "Eingereicht",
    byDay: "Eingereicht nach Tag",
    total: ({ n }) => `${numbered(n)} eingereicht`,
    dead: "Gescheiterte Effekte"
  }
}
