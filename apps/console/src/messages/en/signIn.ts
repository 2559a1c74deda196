export const signIn = {
  title: "Sign in",
  email: "Address",
  password: "Password",
  submit: "Sign in",
  submitting: "Signing in",
  choose: "Which organisation?",
  chooseWhy: "This address and password belong to several.",
  back: "Use another address",
  wrong: "This address and password do not belong together.",
  ended: {
    title: "You have been signed out",
    explanation: "The session has ended. This page keeps what you have entered: sign in to go on.",
    leave: "Leave this page"
  },
  again: {
    title: "Your password, please",
    explanation:
      "This needs your password again, so that nothing in this page can do it for you. It then counts for 15 minutes.",
    submit: "Go on",
    wrong: "This is not your password."
  },
  noOrganisation: "No organisation here? The operator of this server founds one: docs/organisations.md.",
  plain: "This page came without TLS. A password would be readable on its way: open it over https."
}
