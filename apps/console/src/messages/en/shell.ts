import { counted } from "./common.ts"

export const shell = {
  skip: "Skip to content",
  navigation: "Console",
  openNavigation: "Open navigation",
  find: "Go to or do",
  home: "Home",
  forms: "Forms",
  submissions: "Submissions",
  tables: "Tables",
  effects: "Effects",
  usage: "Usage",
  settings: "Settings",
  keys: "API keys",
  people: "People",
  roles: "Roles",
  secrets: "Secrets",
  organisation: "Organisation",
  audit: "Audit log",
  reference: "API reference",
  account: "My account",
  signOut: "Sign out",
  stillSignedIn: "You are still signed in",
  stillSignedInWhy: "The session could not be ended. Anyone at this browser can go on as you until it is.",
  unsaved: {
    title: ({ count }: { readonly count: number }) => counted(count, "draft is not saved", "drafts are not saved"),
    why: "The server does not have all that you wrote. Signing out takes it out of this browser.",
    discard: "Sign out and discard",
    stay: "Stay"
  },
  accountOf: ({ name }: { readonly name: string }) => `Account of ${name}`,
  theme: { label: "Appearance", system: "As the system", light: "Light", dark: "Dark" },
  notFound: "No screen has this address",
  backHome: "Go to home"
}
