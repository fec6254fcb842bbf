import type { Demander } from '../app/demande.ts'
import { parmi, recherche } from '../ui/filtre.tsx'
import { lireListe, question } from '../ui/useListe.ts'
import { brouillon, brouillons, concernes, message, messages } from './messagerie.queries.ts'
import { BOITES, textesMessagerie as t } from './messagerie.textes.ts'

const q = recherche(t.filtres.recherche)

/** In the place of a key, by a link from elsewhere: the screen draws one. */
export const NOUVEAU = 'nouveau'

export const PAR_MOTS = question({ filtres: { q }, tris: [] })
export const RECUS_DEMANDES = question({
  filtres: { q, nonLus: parmi(['true'] as const, { true: t.filtres.nonLus }, t.filtres.lecture) },
  tris: [],
})

/** The message that is open, the draft where one writes, or the first page of the tab. */
export const demander: Demander = (client, { recherche: adresse }) => {
  const ouvert = Number(adresse.get('message')) || null
  if (adresse.get('ecrire') === NOUVEAU) {
    const numero = adresse.get('numero')
    return numero ? client.prefetchQuery(concernes(numero)) : Promise.resolve()
  }
  const cle = adresse.get('ecrire')
  if (cle) return client.prefetchQuery(brouillon(cle))
  if (ouvert) return client.prefetchQuery(message(ouvert))
  const boite = BOITES.find((une) => une === adresse.get('boite')) ?? 'recus'
  const { query } = lireListe(PAR_MOTS, adresse)
  if (boite === 'brouillons') return client.prefetchQuery(brouillons(query))
  if (boite !== 'recus') return client.prefetchQuery(messages(boite, query))
  return client.prefetchQuery(messages('recus', lireListe(RECUS_DEMANDES, adresse).query))
}
