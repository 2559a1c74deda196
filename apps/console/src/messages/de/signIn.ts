import type { Messages } from "../Messages.ts"

export const signIn: Messages["signIn"] = {
  title: "Anmelden",
  email: "E-Mail-Adresse",
  password: "Passwort",
  submit: "Anmelden",
  submitting: "Anmeldung läuft",
  choose: "Welche Organisation?",
  chooseWhy: "Diese Adresse und dieses Passwort gehören zu mehreren.",
  back: "Andere Adresse verwenden",
  wrong: "Diese Adresse und dieses Passwort gehören nicht zusammen.",
  ended: {
    title: "Sie wurden abgemeldet",
    explanation: "Die Sitzung ist beendet. Diese Seite behält Ihre Eingaben: Melden Sie sich an, um fortzufahren.",
    leave: "Diese Seite verlassen"
  },
  again: {
    title: "Bitte bestätigen Sie Ihr Passwort",
    explanation:
      "Dafür ist Ihr Passwort noch einmal nötig, damit nichts auf dieser Seite es für Sie tun kann. Danach gilt es 15 Minuten lang.",
    submit: "Fortfahren",
    wrong: "Das ist nicht Ihr Passwort."
  },
  noOrganisation: "Noch keine Organisation? Der Betreiber dieses Servers gründet eine: docs/organisations.md.",
  plain: "Diese Seite kam ohne TLS. Ein Passwort wäre unterwegs lesbar: Öffnen Sie sie über https."
}
