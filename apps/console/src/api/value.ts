/** A value outside of React that components follow with `useValue`. */
import { useSyncExternalStore } from "react"

export interface Value<A> {
  readonly get: () => A
  readonly set: (next: A) => void
  readonly subscribe: (listener: () => void) => () => void
}

export const makeValue = <A>(first: A): Value<A> => {
  let current = first
  const listeners = new Set<() => void>()
  return {
    get: () => current,
    set: (next) => {
      if (Object.is(current, next)) return
      current = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    }
  }
}

export const useValue = <A>(value: Value<A>): A => useSyncExternalStore(value.subscribe, value.get)
