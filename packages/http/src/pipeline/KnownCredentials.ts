/**
 * The credentials that were accepted lately, by a digest of their text. They say nothing about whether one is still valid: that is
 * asked at each request. They say whose turn a request takes before it is authenticated (docs/decisions/0125): the ids in a token can
 * be guessed, so by them a stranger could wait in the lane of another credential.
 */
import { Redacted } from "effect"
import { hash } from "node:crypto"
import type { Caller } from "@formwork/domain/callers/Caller"
import type { Place } from "../connection/FairQueue.ts"

/** How many are remembered: beyond that the one that was accepted longest ago is forgotten. */
const remembered = 10_000

/**
 * The groups of requests whose credential is not known, in lanes by their networks: with a well-formed token, which may be valid; and
 * all others, most of all those of open endpoints. No organisation has these names.
 */
const strangers = "strangers"
const others = "others"

/** A new memory. */
export const make = () => {
  const places = new Map<string, Place>()
  const digest = (credential: Redacted.Redacted<string>) => hash("sha256", Redacted.value(credential), "binary")

  return {
    /** Undefined where the credential is not known. */
    find: (credential: Redacted.Redacted<string>): Place | undefined => places.get(digest(credential)),
    /** The place of a request without a known credential. */
    stranger: (network: string, mayBeValid: boolean): Place => ({
      group: mayBeValid ? strangers : others,
      lane: network
    }),
    isStranger: ({ group }: Place): boolean => group === strangers || group === others,
    accept: (credential: Redacted.Redacted<string>, { credential: { id }, organisationId }: Caller): void => {
      const oldest = places.size >= remembered ? places.keys().next().value : undefined
      if (oldest !== undefined) places.delete(oldest)
      places.set(digest(credential), { group: organisationId, lane: id })
    },
    refuse: (credential: Redacted.Redacted<string>): void => void places.delete(digest(credential))
  }
}
