import { paths } from '../paths.ts'
import { textesCalendrier, textesDebut, textesRelances } from './calendrier.textes.ts'
import { textesParametre } from './parametre.textes.ts'

const { onglets, titre, mentions } = textesParametre
type Onglet = keyof typeof onglets

/** What stands under a heading of its own in a tab. */
const PARTIES: Partial<Record<Onglet, readonly string[]>> = {
  calendrier: [
    textesDebut.titre,
    textesCalendrier.demandes.titre,
    textesCalendrier.reouvertures.titre,
    textesCalendrier.regles.legende,
    textesCalendrier.feries.legende,
    textesRelances.titre,
  ],
  mentions: Object.values(mentions.groupes),
}

const ONGLETS = Object.keys(onglets) as Onglet[] // its own keys

/** Each tab of the settings and what it holds under a heading, by name, for the search. */
export const REGLAGES = ONGLETS.flatMap((onglet) => {
  const to = paths.parametres(onglet)
  const place = (PARTIES[onglet] ?? []).map((libelle) => ({
    libelle,
    to,
    lieu: `${titre}, ${onglets[onglet]}`,
  }))
  return [{ libelle: onglets[onglet], to, lieu: titre }, ...place]
})
