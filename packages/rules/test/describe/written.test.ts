import { expect, it } from "vitest"
import { schemaOf } from "../../src/describe/schemaOf.ts"
import { checked, formOf } from "../support.ts"

it("a form's schema is as a person would write it", () => {
  const form = checked(
    formOf({
      title: "Motor quote",
      fields: [
        {
          slug: "name",
          type: "text",
          label: "Name",
          description: "As in your passport.",
          required: true,
          maxLength: 80
        },
        { slug: "email", type: "email", requiredWhen: "name != 'x'" },
        { slug: "value", type: "money", currency: "GBP", min: "100.00", max: 500, required: true },
        { slug: "plate", type: "text", pattern: "[A-Z]{2}\\d+", maxLength: 8 },
        { slug: "word", type: "text", pattern: "(?i)yes|no", maxLength: 8 },
        {
          slug: "cover",
          type: "choice",
          options: [{ value: "comp", label: "Comprehensive" }],
          visibleWhen: "value > 200",
          required: true
        },
        { slug: "extras", type: "choices", options: [{ value: "car" }, { value: "legal" }], minItems: 1 },
        { slug: "from", type: "date", min: "2020-01-01" },
        {
          slug: "drivers",
          type: "list",
          maxItems: 6,
          unique: true,
          required: true,
          fields: [{ slug: "age", type: "integer", required: true, unique: true }]
        },
        { slug: "premium", type: "money", currency: "GBP", formula: "value * 2" }
      ]
    })
  )
  expect(schemaOf(form)).toMatchInlineSnapshot(`
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "additionalProperties": false,
      "properties": {
        "cover": {
          "oneOf": [
            {
              "const": "comp",
              "title": "Comprehensive",
            },
            {
              "const": null,
            },
          ],
          "title": "cover",
          "type": [
            "string",
            "null",
          ],
          "x-formwork": {
            "hidden": "sometimes",
            "required": "sometimes",
            "type": "choice",
          },
        },
        "drivers": {
          "items": {
            "additionalProperties": false,
            "properties": {
              "age": {
                "maximum": 999999999999999,
                "minimum": -999999999999999,
                "title": "age",
                "type": "integer",
                "x-formwork": {
                  "decimals": 0,
                  "type": "integer",
                  "unique": true,
                },
              },
            },
            "required": [
              "age",
            ],
            "type": "object",
          },
          "maxItems": 6,
          "minItems": 1,
          "title": "drivers",
          "type": "array",
          "uniqueItems": true,
          "x-formwork": {
            "type": "list",
          },
        },
        "email": {
          "maxLength": 254,
          "pattern": "^[A-Za-z0-9!#$%&'*+/=?^_\`{|}~-]+(\\.[A-Za-z0-9!#$%&'*+/=?^_\`{|}~-]+)*@[^@.]+(\\.[^@.]+)+$",
          "title": "email",
          "type": [
            "string",
            "null",
          ],
          "x-formwork": {
            "required": "sometimes",
            "type": "email",
          },
        },
        "extras": {
          "items": {
            "enum": [
              "car",
              "legal",
            ],
            "type": "string",
          },
          "minItems": 1,
          "title": "extras",
          "type": "array",
          "uniqueItems": true,
          "x-formwork": {
            "type": "choices",
          },
        },
        "from": {
          "format": "date",
          "title": "from",
          "type": [
            "string",
            "null",
          ],
          "x-formwork": {
            "min": "2020-01-01",
            "type": "date",
          },
        },
        "name": {
          "description": "As in your passport.",
          "maxLength": 80,
          "minLength": 1,
          "title": "Name",
          "type": "string",
          "x-formwork": {
            "type": "text",
          },
        },
        "plate": {
          "maxLength": 8,
          "pattern": "^([A-Z]{2}[0-9]+)$",
          "title": "plate",
          "type": [
            "string",
            "null",
          ],
          "x-formwork": {
            "type": "text",
          },
        },
        "premium": {
          "readOnly": true,
          "title": "premium",
          "x-formwork": {
            "computed": true,
            "type": "money",
          },
        },
        "value": {
          "anyOf": [
            {
              "pattern": "^-?(0|[1-9][0-9]*)(\\.([0-9]{1,2}|[0-9]{2}0+))?$",
              "type": "string",
            },
            {
              "maximum": 500,
              "minimum": 100,
              "type": "number",
            },
          ],
          "title": "value",
          "x-formwork": {
            "currency": "GBP",
            "decimals": 2,
            "max": "500",
            "min": "100.00",
            "type": "money",
          },
        },
        "word": {
          "maxLength": 8,
          "title": "word",
          "type": [
            "string",
            "null",
          ],
          "x-formwork": {
            "re2": "(?i)yes|no",
            "type": "text",
          },
        },
      },
      "required": [
        "name",
        "value",
        "extras",
        "drivers",
      ],
      "title": "Motor quote",
      "type": "object",
    }
  `)
})
