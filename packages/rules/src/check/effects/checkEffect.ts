/** Checking what an effect does, by its kind. */
import type { Checking } from "../Checking.ts"
import type { EffectRule, ReferencePart } from "../../Definition.ts"
import { object, optional, required } from "../../reading/Reader.ts"
import type { JsonObject } from "../../Json.ts"
import { didYouMean } from "../../values/nearest.ts"
import { shortened } from "../../values/text.ts"
import { address, addresses } from "./address.ts"
import type { Authoring } from "./Authoring.ts"
import { documentMembers, documentTree } from "./document.ts"
import type { EffectTree } from "../../tree/EffectTree.ts"
import { htmlTemplate } from "./html/htmlTemplate.ts"
import { integrationMembers, integrationTree, secretName } from "./integration.ts"
import { MOST_OF_HTML, MOST_OF_LINE, MOST_OF_TEXT } from "../../definition/effectLimits.ts"
import { template } from "./template.ts"
import { literalUrl } from "./url.ts"

/** What every effect has. */
const common = ["id", "kind", "on", "when"]

const ofKinds: { readonly [K in EffectRule["kind"]]: ReadonlyArray<string> } = {
  notification: ["to", "cc", "replyTo", "subject", "text", "html"],
  document: ["title", "fileName", "blocks"],
  integration: ["method", "url", "headers", "body"],
  delivery: ["url", "secret"]
}

/** What stands in an effect and belongs to another kind, or is not known. */
const strange =
  (kind: EffectRule["kind"]) =>
  (name: string): string => {
    const owners = Object.entries(ofKinds).flatMap(([owner, members]) =>
      members.includes(name) ? [`\`${owner}\``] : []
    )
    const belongs = owners.length === 0 ? "" : ` It belongs to ${owners.join(" and ")}.`
    const meant = belongs || didYouMean(name, [...ofKinds[kind], ...common]) || " Take it out."
    return `An effect of kind \`${kind}\` has nothing called \`${shortened(name, 40)}\`.${meant}`
  }

const notificationMembers = (authoring: Authoring) => ({
  to: required(addresses(authoring)),
  cc: optional(addresses(authoring)),
  replyTo: optional(address(authoring)),
  subject: required(template("line", MOST_OF_LINE)(authoring)),
  text: required(template("text", MOST_OF_TEXT)(authoring)),
  html: optional(htmlTemplate(MOST_OF_HTML)(authoring))
})

const notification = (authoring: Authoring, settings: JsonObject, at: string): EffectTree | undefined => {
  const members = notificationMembers(authoring)
  const read = object(members, "a notification", strange("notification"))(authoring, settings, at)
  const { cc, html, replyTo, subject, text, to } = read ?? {}
  return to === undefined || subject === undefined || text === undefined
    ? undefined
    : { kind: "notification", to, cc: cc ?? [], replyTo, subject, text, html }
}

const document = (authoring: Authoring, settings: JsonObject, at: string, id: string): EffectTree | undefined => {
  const members = documentMembers(authoring)
  return documentTree(object(members, "a document", strange("document"))(authoring, settings, at) ?? {}, id)
}

const integration = (authoring: Authoring, settings: JsonObject, at: string): EffectTree | undefined => {
  const members = integrationMembers(authoring)
  const read = object(members, "an integration", strange("integration"))(authoring, settings, at)
  return integrationTree(authoring, read ?? {}, at)
}

const delivery = (authoring: Authoring, settings: JsonObject, at: string): EffectTree | undefined => {
  const members = { url: required(literalUrl(authoring)), secret: required(secretName) }
  const { secret, url } = object(members, "a delivery", strange("delivery"))(authoring, settings, at) ?? {}
  return url === undefined || secret === undefined ? undefined : { kind: "delivery", url, secret }
}

/** Checks the settings of an effect; its faults and its costs go to `checking`. */
export const checkEffect = (
  checking: Checking,
  reference: ReadonlyArray<ReferencePart>,
  kind: EffectRule["kind"],
  settings: JsonObject,
  at: string,
  id: string
): EffectTree | undefined => {
  const { faults, limits, scope } = checking
  const authoring: Authoring = { limits, faults, checking, effect: `the effect \`${id}\``, scope, times: 1, reference }
  switch (kind) {
    case "notification":
      return notification(authoring, settings, at)
    case "document":
      return document(authoring, settings, at, id)
    case "integration":
      return integration(authoring, settings, at)
    case "delivery":
      return delivery(authoring, settings, at)
  }
}
