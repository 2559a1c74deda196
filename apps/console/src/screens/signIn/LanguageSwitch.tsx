/** The console's languages beside each other, each by its own name, for pages before the door. */
import { useMutation } from "@tanstack/react-query"
import { choose } from "../../messages/chosen.ts"
import { type Language, languages } from "../../messages/language.ts"
import { useMessages } from "../../messages/useMessages.ts"
import { Refused } from "../../parts/Refused.tsx"
import { Toggles } from "../../parts/Toggles.tsx"

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the table are the languages
const options = (Object.keys(languages) as ReadonlyArray<Language>).map((id) => ({
  id,
  label: languages[id],
  lang: id
}))

export const LanguageSwitch = () => {
  const { account, common } = useMessages()
  const change = useMutation({ mutationFn: choose })
  return (
    <>
      <Refused error={change.error} />
      <Toggles
        label={account.language.title}
        options={options}
        value={options.find(({ id }) => common.language.startsWith(id))?.id}
        onChange={change.mutate}
      />
    </>
  )
}
