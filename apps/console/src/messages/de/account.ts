import type { Messages } from "../Messages.ts"

export const account: Messages["account"] = {
  title: "Mein Konto",
  description: ({ organisation }) => `Sie sind bei ${organisation} angemeldet.`,
  name: "Name",
  email: "E-Mail-Adresse",
  role: "Rolle",
  privileges: "Berechtigungen",
  privilegesWhy:
    "Was Ihre Rolle Ihnen erlaubt. Die Schlüssel, die Sie erstellen, können diese Berechtigungen haben und keine anderen.",
  language: {
    title: "Sprache",
    why: "Wird in diesem Browser gespeichert. Was eine Organisation schreibt und was der Server antwortet, bleibt in der eigenen Sprache.",
    browser: ({ name }) => `Wie im Browser: ${name}`
  },
  sessions: {
    title: "Sitzungen",
    why: "Wo Sie angemeldet sind. Unter „Browser“ nennt jedes Programm seinen Namen selbst und kann einen beliebigen nennen.",
    browser: "Browser",
    address: "Adresse",
    since: "Angemeldet",
    used: "Zuletzt verwendet",
    ends: "Endet",
    unknown: "Unbekannt",
    this: "Diese",
    end: "Beenden",
    endOne: "Diese Sitzung beenden?",
    endOthers: "Alle anderen beenden",
    endWhy:
      "Die nächste Anfrage der Sitzung wird abgelehnt. Wenn Sie eine Sitzung nicht kennen, ändern Sie auch Ihr Passwort."
  },
  password: {
    title: "Passwort",
    current: "Aktuelles Passwort",
    new: "Neues Passwort",
    newWhy: "12 bis 200 Zeichen. Ihre anderen Sitzungen enden.",
    submit: "Passwort ändern",
    changed: "Das Passwort ist geändert. Ihre anderen Sitzungen sind beendet.",
    wrong: "Das ist nicht Ihr aktuelles Passwort."
  }
}
