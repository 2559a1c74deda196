/** A form of five fields, each of which reads the one before. @param formula of the interest. */
export const loan = (formula: string): string =>
  JSON.stringify(
    {
      title: "Loan",
      code: "LN",
      fields: [
        { slug: "amount", type: "money", currency: "EUR", label: "Amount", required: true },
        { slug: "rate", type: "number", decimals: 3, label: "Rate" },
        { slug: "interest", type: "money", currency: "EUR", label: "Interest", formula },
        { slug: "total", type: "money", currency: "EUR", label: "Total", formula: "amount + interest" },
        { slug: "guarantor", type: "text", label: "Guarantor", visibleWhen: "total > 5000.00" }
      ],
      outcomes: [{ id: "large", severity: "warning", when: "total > 5000.00", message: "{total} is a large loan." }]
    },
    undefined,
    2
  )
