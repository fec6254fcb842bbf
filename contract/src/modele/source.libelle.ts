import type { Section } from './modele.schema.ts'

/**
 * The label of a plain code or of a whole address, as a message would say it: « Entrées du mois »
 * for `MVT.ENT.TOT` (a total column adds nothing), « Hommes majeurs » for `HM`. Null when unknown.
 */
export function libelleDe(valeur: string, sections: Section[]): string | null {
  const segments = valeur.split('.')
  if (segments.length > 1) return libelleAdresse(segments, sections)
  for (const section of sections) {
    if (section.type === 'identification') continue
    const porteurs =
      section.type === 'champs'
        ? section.champs
        : section.type === 'tableau'
          ? section.colonnes
          : [...section.colonnes, ...(section.groupes ?? []), ...section.lignes]
    const trouve = porteurs.find(({ code }) => code === valeur)
    if (trouve) return trouve.libelle
  }
  return null
}

function libelleAdresse(segments: string[], sections: Section[]): string | null {
  const section = sections.find(({ code }) => code === segments[0])
  if (section?.type === 'champs')
    return section.champs.find(({ code }) => code === segments[1])?.libelle ?? null
  if (section?.type !== 'matrice') return null
  const [ligne, ...autres] = segments.slice(1)
  const axes = section.groupes ? [section.groupes, section.colonnes] : [section.colonnes]
  const libelles = [
    section.lignes.find(({ code }) => code === ligne)?.libelle,
    ...autres.map((valeur, i) =>
      valeur === 'TOT' ? undefined : axes[i]?.find(({ code }) => code === valeur)?.libelle,
    ),
  ].filter((libelle) => libelle !== undefined)
  return libelles.length > 0 ? libelles.join(' – ') : null
}
