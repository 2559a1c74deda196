export const shell = {
  skip: "Skip to content",
  navigation: "Console",
  openNavigation: "Open navigation",
  home: "Home",
  forms: "Forms",
  submissions: "Submissions",
  settings: "Settings",
  keys: "API keys",
  account: "My account",
  signOut: "Sign out",
  stillSignedIn: "You are still signed in",
  stillSignedInWhy: "The session could not be ended. Anyone at this browser can go on as you until it is.",
  signedInAs: ({ email }: { readonly email: string }) => `Signed in as ${email}`,
  accountOf: ({ name }: { readonly name: string }) => `Account of ${name}`,
  theme: { label: "Appearance", system: "As the system", light: "Light", dark: "Dark" },
  notFound: "No screen has this address",
  backHome: "Go to home"
}
