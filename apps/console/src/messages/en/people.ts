import type { Role } from "@formwork/client/contract"
import { counted, listed } from "./common.ts"
import type { Counted } from "./common.ts"

export interface Named {
  readonly name: string
}

const roles = {
  owner: "Owner",
  admin: "Admin",
  author: "Author",
  reviewer: "Reviewer",
  viewer: "Viewer"
} satisfies { readonly [R in Role]: string }

export const people = {
  title: "People",
  description: "Who can sign in to this organisation, and what their role lets them do.",
  invite: "Invite",
  roles,
  rolesWhy: {
    owner: "May do everything; an organisation always has an active one.",
    admin: "May do everything but change the organisation itself, its secrets and the budgets of keys.",
    author: "Makes and publishes forms, and works with submissions.",
    reviewer: "Works with submissions and moves them through their workflow.",
    viewer: "Reads forms with their tables, submissions and reports."
  } satisfies { readonly [R in Role]: string },
  columns: { name: "Name", email: "Address", role: "Role", since: "Since", seen: "Last seen", state: "State" },
  you: "You",
  states: {
    active: "Active",
    deactivated: "Deactivated",
    pending: "Invited",
    expired: "Invitation expired",
    revoked: "Invitation revoked"
  },
  invitation: {
    label: "Invitation",
    none: "None was sent",
    states: { pending: "Pending", accepted: "Accepted", expired: "Expired", revoked: "Revoked" },
    ends: "ends",
    sent: "sent",
    by: "by",
    again: "Send again",
    againTo: ({ name }: Named) => `Send again, to ${name}`
  },
  filter: {
    label: "People to show",
    text: "Name or address",
    role: "Role",
    state: "State",
    current: "Active and invited",
    invited: "Invited, not here yet",
    any: "Any",
    all: "All"
  },
  noneHere: {
    title: "No person is like that",
    why: "Other people are under another filter.",
    clear: "Show active people"
  },
  needsWrite: "Inviting and changing people needs the privilege user:write, which you do not have.",
  role: {
    label: "Role",
    may: ({ all }: { readonly all: string }) => `May ${all}.`,
    lacking: ({ privileges }: { readonly privileges: ReadonlyArray<string> }) =>
      `You cannot give it: you lack ${listed(privileges)}.`
  },
  new: {
    title: "Invite a person",
    why: "They get a link with which they set their own password, once.",
    name: "Name",
    email: "E-mail address",
    nameMissing: "Give the name by which others know the person.",
    emailMissing: "Give an e-mail address, such as ada@example.com.",
    submit: "Invite"
  },
  sent: {
    title: ({ name }: Named) => `${name} is invited`,
    byMail: ({ email }: { readonly email: string }) => `The link was sent to ${email}.`,
    notSent: "The link was not sent",
    notSentWhy: "The mail server did not accept the message. Send another invitation once that is mended.",
    until: "The link works once, until",
    bring: ({ name }: Named) =>
      `There is no mail server, so bring this link to ${name} yourself. Whoever has it can set the password, so send it to nobody else.`,
    once: "The link is shown this once. Reloading or leaving this page loses it; then send another invitation.",
    link: "Link",
    copy: "Copy link",
    stored: "I have passed it on",
    leaveTitle: "Leave without the link?",
    leaveWhy: "The link is on this page alone. Once you leave, no one can read it again.",
    stay: "Stay here",
    toPerson: "Show the person",
    again: "Send another"
  },
  renew: {
    title: "Send another invitation",
    why: ({ name }: Named) =>
      `For a link that was lost or has expired, or a forgotten password. ${name} sets a new password by it, and their sessions end then. A link that was sent before ends now.`,
    submit: "Send invitation"
  },
  one: {
    title: "Person",
    email: "Address",
    role: "Role",
    may: "May",
    since: "Since",
    seen: "Last seen",
    change: "Change role",
    rename: "Rename",
    name: "Name",
    renew: "Send another invitation",
    deactivate: "Deactivate",
    reactivate: "Reactivate",
    above: ({ name, privileges }: Named & { readonly privileges: ReadonlyArray<string> }) =>
      `To change ${name} you need all that their role has. You lack ${listed(privileges)}.`,
    deactivated: "This account is deactivated",
    deactivatedWhy: "Since",
    ended: "Its sessions and keys have ended, and stay ended if the account is reactivated.",
    keys: "Keys made on their behalf",
    keysWhy: "They end with the account.",
    noKeys: "There are none.",
    needsKeys: "Listing keys needs the privilege apikey:read, which you do not have.",
    audit: {
      why: "What was done to this account, and what the person changed.",
      none: "No line is about this person."
    },
    keysAbove: ({ n }: Counted) =>
      `${counted(n, "key of this person holds", "keys of this person hold")} more than the new role`,
    keysAboveWhy: "They go on working for forms and submissions with what they were granted.",
    revokeAbove: "Revoke them"
  },
  changeRole: {
    title: ({ name }: Named) => `Change the role of ${name}`,
    why: "It counts from the next request of their sessions on.",
    revoke: ({ n }: Counted) =>
      `Also revoke ${counted(n, "key of theirs that holds", "keys of theirs that hold")} more than this role`,
    submit: "Change role"
  },
  deactivate: {
    title: ({ name }: Named) => `Deactivate ${name}?`,
    why: "Their sessions end at once, and with them an invitation that they have not used and those that they sent. They can be reactivated; what has ended stays ended.",
    self: "This is your own account: you are signed out.",
    noKeys: "No key was made on their behalf.",
    keys: ({ n }: Counted) =>
      `${counted(n, "key ends", "keys end")} too, and ${n === 1 ? "its" : "their"} next request is refused:`,
    unknownKeys: "Every key that was made on their behalf ends too. Listing them needs the privilege apikey:read.",
    used: "last used",
    unused: "never used",
    type: "One of these keys is in use. Type the person's name to go on",
    submit: "Deactivate"
  },
  rolesPage: {
    title: "Roles",
    description:
      "Every person has one of these. They are the same in every organisation; a system that should do less gets a key with fewer privileges.",
    matrix: "Privileges by role",
    privilege: "Privilege",
    has: "Yes",
    hasNot: "No",
    people: ({ n }: Counted) => counted(n, "active person", "active people"),
    yours: "Your role"
  }
}
