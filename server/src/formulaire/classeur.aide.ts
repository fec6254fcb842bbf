import type { Modele, Section, Traits } from '@releve/contract/modele/modele.schema.ts'

type Porteur = Pick<Traits, 'aide' | 'source' | 'exemple'> & { libelle: string }

function partiesDe(section: Section): readonly Porteur[] {
  switch (section.type) {
    case 'identification':
      return []
    case 'champs':
      return section.champs
    case 'tableau':
      return section.colonnes
    case 'matrice':
      return [...section.lignes, ...(section.groupes ?? []), ...section.colonnes]
  }
}

/** What a model says to who fills it, part by part: name, definition, register, example. */
export function listAides({ sections }: Modele): string[][] {
  const dite = ({ aide, source, exemple }: Porteur) => Boolean(aide || source || exemple)
  const ecrire = (nom: string, { aide, source, exemple }: Porteur) =>
    [nom, aide, source, exemple].map((texte) => texte ?? '')
  return sections.flatMap((section) => {
    const parties = partiesDe(section).filter(dite)
    // The register is the section's, unless a part names its own; the rest is said above.
    const lignes = parties.map((une) =>
      ecrire(`${section.libelle} – ${une.libelle}`, {
        ...une,
        source: une.source || section.source,
      }),
    )
    return dite(section) ? [ecrire(section.libelle, section), ...lignes] : lignes
  })
}
