export const account = {
  title: "My account",
  description: ({ organisation }: { readonly organisation: string }) => `You are signed in to ${organisation}.`,
  name: "Name",
  email: "Address",
  role: "Role",
  privileges: "Privileges",
  privilegesWhy: "What your role lets you do. The keys that you make can have these, and no others.",
  language: {
    title: "Language",
    why: "Kept in this browser. What an organisation writes, and what the server answers, stays in its own language.",
    browser: ({ name }: { readonly name: string }) => `That of the browser: ${name}`
  },
  sessions: {
    title: "Sessions",
    why: "Where you are signed in. Each program gives its own name under browser, and can give any.",
    browser: "Browser",
    address: "Address",
    since: "Signed in",
    used: "Last used",
    ends: "Ends",
    unknown: "Unknown",
    this: "This one",
    end: "End",
    endOne: "End this session?",
    endOthers: "End all others",
    endWhy: "Its next request is refused. If you do not know a session, change your password too."
  },
  password: {
    title: "Password",
    current: "Current password",
    new: "New password",
    newWhy: "12 to 200 characters. Your other sessions end.",
    submit: "Change password",
    changed: "The password is changed. Your other sessions have ended.",
    wrong: "This is not your current password."
  }
}
