import { counted, listed } from "./common.ts"
import type { Counted } from "./common.ts"

export interface ReportDays {
  readonly from: string
  readonly to: string
}

const several = (n: number): string => counted(n, "submission", "submissions")

export const reports = {
  period: {
    label: "Period",
    presets: "Last days",
    days: ({ n }: Counted) => counted(n, "day", "days"),
    year: "1 year",
    whole: "All",
    from: "First day",
    to: "Last day",
    zone: ({ zone }: { readonly zone: string }) => `Days begin and end as in ${zone}.`,
    notInOrder: "The first day is after the last, so the period has no day.",
    tooLong: ({ days, n }: Counted & { readonly days: number }) =>
      `The period has ${n.toLocaleString("en")} days. Calls are shown for at most ${days}.`
  },
  csv: "Download CSV",
  form: {
    noLiveTitle: "No version is live",
    noLive: "A report is about the fields of the live version. There is one once the form is published.",
    slow: "Submissions are being counted. Those that were never counted take a minute or two for a million; what has been counted stays counted.",
    newer: "These rules can no longer read the live version, so fields are shown by their slugs, and lead nowhere.",
    noneTitle: "Nothing was created in these days",
    none: ({ from, to }: ReportDays) => `From ${from} to ${to} no submission of this form was created.`,
    whole: "Show all days",
    total: ({ drafts, n }: Counted & { readonly drafts: number }) =>
      drafts === 0 ? several(n) : `${several(n)}, of which ${counted(drafts, "draft", "drafts")}`,
    list: "Show as a list",
    lacking: "Bars lead to the list of submissions for those who have submission:read.",
    dayTitles: {
      day: "Created by day",
      week: "Created by week",
      month: "Created by month",
      year: "Created by year"
    },
    units: { day: "Day", week: "Week from", month: "Month", year: "Year" },
    dayWhy: "By their present state.",
    otherStates: "Other states",
    outcomes: "Outcomes",
    outcomesWhy: "How many of what was filed had each.",
    noOutcomes: "No outcome was raised.",
    numbers: "Numbers",
    numbersWhy: "Of what was filed. A column is as wide as its range, and as large as its number.",
    noNumbers: "No number was filed.",
    choices: "Choices",
    choicesWhy: "How often each option was chosen in what was filed.",
    notChosen: ({ fields }: { readonly fields: ReadonlyArray<string> }) => `Nothing was chosen in ${listed(fields)}.`,
    facts: { count: "Values", sum: "Sum", mean: "Mean", min: "Least", max: "Greatest" },
    submissions: "Submissions",
    range: ({ from, to }: ReportDays) => `${from} to ${to}`,
    yes: "Yes",
    no: "No",
    others: "No option of the live version",
    distributionOf: ({ name }: { readonly name: string }) => `Distribution of ${name}`,
    optionsOf: ({ name }: { readonly name: string }) => `Options of ${name}`
  },
  usage: {
    title: "Usage",
    description: "Calls of evaluate and create, valid or not. Those of the last seconds may be missing.",
    form: "Form",
    allForms: "All forms",
    byDay: "Calls by day",
    byCaller: "Calls by key and person",
    noneTitle: "No calls in these days",
    none: "A program calls a form with a key. Its page under Integrate has the command.",
    caller: "Key or person",
    evaluate: "Evaluated",
    create: "Filed",
    total: "Total",
    lastDay: "Last day",
    person: ({ id }: { readonly id: string }) => `A person, in session ${id.slice(-6)}`,
    operator: "The operator",
    noName: ({ id }: { readonly id: string }) => `Key ${id.slice(-6)}`
  }
}
