/** Everything below speaks the language that is shown: its sentences, its numbers and dates, and what controls say by themselves. */
import type { ReactNode } from "react"
import { I18nProvider } from "react-aria-components/I18nProvider"
import { useValue } from "../api/value.ts"
import { shown } from "./chosen.ts"
import { MessagesContext } from "./useMessages.ts"

export const Spoken = ({ children }: { readonly children: ReactNode }) => {
  const words = useValue(shown)
  return words === undefined ? null : (
    <MessagesContext value={words}>
      <I18nProvider locale={words.common.language}>{children}</I18nProvider>
    </MessagesContext>
  )
}
