import { arrondir } from '../exact.ts'

const MOINS = '\u2212'
const DECIMALES_MAX = 10

/** One formatter per number of decimals: building one costs a hundred times its use. */
const formateurs: Intl.NumberFormat[] = []

/** `1 234,50`: as many decimals as its column shows, none more, none less: figures align. */
export function formaterFixe(valeur: number, decimales: number): string {
  const fixe = Math.min(DECIMALES_MAX, Math.max(0, decimales))
  formateurs[fixe] ??= new Intl.NumberFormat('fr-FR', {
    minimumFractionDigits: fixe,
    maximumFractionDigits: fixe,
  })
  const texte = formateurs[fixe].format(arrondir(Math.abs(valeur), fixe))
  return valeur < 0 && /[1-9]/.test(texte) ? MOINS + texte : texte
}
