export const invitation = {
  title: "Set your password",
  description: "You were invited to Formwork. Choose a password, and you are signed in.",
  password: "New password",
  passwordWhy: "12 to 200 characters. A sentence that only you know is easy to keep.",
  submit: "Set password and sign in",
  unusable: "This invitation cannot be used any more",
  unusableWhy: "It was used, replaced by a newer one, or has expired. Ask the person who invited you for another.",
  missing: "This address has no invitation in it",
  missingWhy: "Open the link in the invitation as a whole: a part of it was cut off.",
  toSignIn: "Go to sign in"
}
