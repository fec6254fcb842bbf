import { COTE_MAX_LOGO } from '@releve/contract/document/document.schema.ts'
import { formatNombre } from '../ui/format.ts'

export const textes = {
  logo: {
    titre: 'Changer le logo',
    pour: (structure: string | null) =>
      structure === null
        ? 'Ce sera celui de l’organisation\u202f; les structures qui n’ont pas le leur l’afficheront aussi.'
        : `Ce sera celui de votre structure\u00a0: ${structure}.`,
    fichier: `Image du logo, de ${formatNombre(COTE_MAX_LOGO)}\u00a0pixels de côté au plus`,
    annuler: 'Annuler',
    charger: 'Charger',
    aucun: 'Choisissez d’abord une image.',
    envoi: 'Envoi du logo en cours…',
    reussite: 'Le logo a été changé.',
    echec: 'Erreur : le logo n’a pas été changé',
  },
}
