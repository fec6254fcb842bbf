import { libellePeriode, type Periode } from '@releve/contract/mois.ts'
import { formatCompte } from '../../ui/format.ts'

type Extreme = { dit: string; mois: Periode }

/** A long text is recognised by its beginning. */
const DEBUT = 90
const debutDe = (texte: string) =>
  texte.length > DEBUT ? `${texte.slice(0, DEBUT).trimEnd()}…` : texte

export const textesPasse = {
  entre: (min: string, max: string) => `entre ${min} et ${max}`,
  toujours: (valeur: string) => `toujours ${valeur}`,
  usuel: (dit: string) => `D’ordinaire ${dit}.`,
  inhabituelle: (sens: 1 | -1, dit: string) =>
    `Valeur inhabituelle\u00a0: ${sens > 0 ? 'plus' : 'moins'} que d’ordinaire (${dit}).`,
  etendue: (min: Extreme, max: Extreme, connus: number) =>
    min.dit === max.dit
      ? `${min.dit} sur ${formatCompte(connus, 'mois connu', 'mois connus')}.`
      : `De ${min.dit} (${libellePeriode(min.mois)}) à ${max.dit} (${libellePeriode(max.mois)}) sur ${formatCompte(connus, 'mois connu', 'mois connus')}.`,
  aucun: 'Aucun chiffre sur les douze derniers mois.',
  ceMois: (valeur: string) => `Ce mois\u00a0: ${valeur}.`,
  titre: 'Douze derniers mois',
  voir: 'Voir les valeurs',
  vide: 'vide',
  nonRecu: 'non reçu',
  reprendre: (texte: string, mois: Periode) =>
    `Reprendre\u00a0: «\u00a0${debutDe(texte)}\u00a0» (${libellePeriode(mois)})`,
} as const
