import type { RecalculDit } from '@releve/contract/page.ts'

/** While reports are being computed again, what is said of them is asked for again, in ms. */
const SUIVRE_MS = 30_000

/** `refetchInterval` of what says that they are. */
export const suivreRecalcul = ({
  state: { data },
}: {
  state: { data?: RecalculDit | undefined }
}): number | false => (data?.recalcul ? SUIVRE_MS : false)
