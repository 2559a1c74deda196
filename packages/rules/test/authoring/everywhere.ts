/** A form that reads its fields in every place where a name can stand. */
import type { JsonObject } from "../../src/Json.ts"

export const everywhere: JsonObject = {
  title: "Motor quote",
  code: "MQ",
  fields: [
    { slug: "value", type: "money", currency: "GBP", min: "100.00" },
    {
      slug: "cover",
      type: "choice",
      options: [
        { value: "comp", label: "Comprehensive" },
        { value: "tpo", label: "Third party" },
        { value: "it's", label: "Odd" }
      ]
    },
    { slug: "extras", type: "choices", options: [{ value: "car" }, { value: "legal" }] },
    { slug: "email", type: "email", requiredWhen: "value > 1000" },
    { slug: "site", type: "url" },
    {
      slug: "drivers",
      type: "list",
      maxItems: 5,
      visibleWhen: "value > 0",
      fields: [
        { slug: "name", type: "text", maxLength: 50 },
        { slug: "age", type: "integer", requiredWhen: "value > 10 && name != null" },
        { slug: "ncd", type: "number", decimals: 2, min: 0, max: 1 },
        { slug: "fee", type: "money", currency: "GBP", formula: "age < 25 ? round(value * 0.1, 2) : 0" }
      ]
    },
    { slug: "base", type: "money", currency: "GBP", formula: "round(value * (cover == 'comp' ? 0.0425 : 0.0275), 2)" },
    {
      slug: "premium",
      type: "money",
      currency: "GBP",
      visibleWhen: "size(drivers) > 0",
      formula: "round(base + sum(filter(drivers, d, d.ncd < 0.5), e, e.fee), 2)"
    },
    { slug: "youngest", type: "integer", formula: "min((drivers), (d), (d).age)" }
  ],
  checks: [
    { id: "worth-it", field: "value", check: "premium >= 50", message: "A premium of {premium} is too small" },
    { id: "old-enough", field: "drivers.age", check: "age >= 17 || value < 5", message: "{name} is {age}, of {value}" }
  ],
  outcomes: [
    {
      id: "refer",
      severity: "warning",
      when: "any(drivers, d, d.age < 25 && d.name != null) && value > 2000",
      message: "{premium} for {value} {{not}} {today}"
    }
  ],
  effects: [
    {
      id: "mail",
      kind: "notification",
      to: ["desk@example.org", "{email}"],
      replyTo: "{email}",
      subject: "{premium} {$reference}",
      text: "For {value}",
      html: '<p title="{value}">{premium} <a href="{site}">{cover}</a></p>',
      attach: ["paper"],
      when: "premium > 0"
    },
    {
      id: "paper",
      kind: "document",
      title: "For {value}",
      fileName: "quote-{premium}.pdf",
      blocks: [
        { heading: "{premium}" },
        { text: "{value} it is" },
        { fields: ["premium", "value"] },
        { fields: "all" },
        { table: { list: "drivers", columns: ["name", "age"] } }
      ]
    },
    {
      id: "call",
      kind: "integration",
      method: "POST",
      url: "https://api.example.org/{value}?p={premium}",
      headers: { "x-said": "{premium}", authorization: { secret: "crm-token" } },
      body: {
        premium: { $: "premium * 2" },
        said: [{ $text: "{premium} of {value}" }],
        drivers: {
          $rows: "drivers",
          as: { name: { $: "name" }, value: { $: "value" }, said: { $text: "{name} {value}" } }
        }
      }
    }
  ]
}
