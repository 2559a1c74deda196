import { counted } from "./common.ts"
import type { Counted } from "./common.ts"

export const home = {
  title: "Home",
  needs: {
    title: "What needs a person",
    none: "Nothing waits for you.",
    drafts: "Drafts with changes that are not published",
    publish: "Publish…",
    firstForms: ({ n }: Counted) => `Of the ${n.toLocaleString("en")} newest forms.`,
    keys: "Keys that expire within 14 days",
    expires: ({ date }: { readonly date: string }) => `expires ${date}`,
    effects: "Effects that failed for good",
    dead: ({ n }: Counted) => counted(n, "dead effect", "dead effects"),
    atLeast: ({ n }: Counted) => `${n.toLocaleString("en")} dead effects or more`
  },
  first: {
    title: "First steps",
    why: "Each is ticked once what it makes is there.",
    progress: ({ done, of }: { readonly done: number; readonly of: number }) => `${done} of ${of} done`,
    done: "Done:",
    hide: "Hide first steps",
    show: "Show first steps",
    run: ({ form }: { readonly form: string }) => `Try “${form}”`,
    runFirst: "Make a form and try it",
    runWhy: "Its page has a command to paste, and a button that runs it.",
    publish: "Change a rule and publish",
    publishWhy: "Edit the draft, and see what publishing would change before it does.",
    key: "Make a key and call a form with it",
    keyWhy: "One key for one system, named for it.",
    file: "File a submission and look at what it sends",
    fileWhy: "Under Integrate is the command that files.",
    invite: "Invite a person",
    inviteWhy: "They set their own password by a link."
  },
  week: {
    title: "Last seven days",
    none: "No form was called, and nothing was filed.",
    label: "Calls and submissions by form",
    form: "Form",
    evaluate: "Evaluated",
    create: "Filed",
    byDay: "Filed by day",
    total: ({ n }: Counted) => `${n.toLocaleString("en")} filed`,
    dead: "Dead effects"
  }
}
