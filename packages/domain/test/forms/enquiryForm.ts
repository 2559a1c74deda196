/** A form and its author's next draft. */
import type { JsonObject } from "@formwork/rules/Json"

export const before: JsonObject = {
  title: "Roof enquiry",
  code: "ROOF",
  timeZone: "Pacific/Auckland",
  fields: [
    { slug: "area", type: "integer", required: true },
    { slug: "by", type: "date" },
    { slug: "note", type: "text", visibleWhen: "area > 5" },
    { slug: "price", type: "integer", formula: "area * 2" },
    {
      slug: "parts",
      type: "list",
      fields: [
        { slug: "n", type: "integer" },
        { slug: "twice", type: "integer", formula: "n * 2" }
      ]
    }
  ],
  checks: [{ id: "future", check: "by >= today", message: "too late" }],
  outcomes: [{ id: "large", severity: "info", when: "area > 50", message: "large" }]
}

/** Areas above 100 become invalid, prices for areas above 10 change, notes are always shown. */
export const after: JsonObject = {
  ...before,
  fields: [
    { slug: "area", type: "integer", required: true, max: 100 },
    { slug: "by", type: "date" },
    { slug: "note", type: "text" },
    { slug: "price", type: "integer", formula: "area > 10 ? area * 3 : area * 2" },
    {
      slug: "parts",
      type: "list",
      fields: [
        { slug: "n", type: "integer" },
        { slug: "twice", type: "integer", formula: "n + n" }
      ]
    }
  ],
  outcomes: [
    { id: "large", severity: "info", when: "area > 70", message: "large" },
    { id: "small", severity: "info", when: "area < 3", message: "small" }
  ]
}
