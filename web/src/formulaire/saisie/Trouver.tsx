import type { Section, SectionMatrice } from '@releve/contract/modele/modele.schema.ts'
import { LienCase } from './Controles.tsx'
import { grilleMatrice, legendesMatrice } from './grille/Grille.tsx'
import { textesTrouver } from './saisie.textes.ts'
import type { Lecture } from './store/client.ts'

/** Within what is hidden, so that it takes no room before. */
const ECARTE = { marginBlock: '24px 8px' }
/** Short names, many of them, far enough from each other for a finger. */
const EN_COLONNES = { columns: '18em', lineHeight: '26px', paddingInlineStart: '20px' }

/** What names cells, and the first of them. */
type Nom = { libelle: string; adresse: string }

function nomsDeMatrice(section: SectionMatrice): Nom[] {
  const grille = grilleMatrice(section)
  const { lignes, colonnes } = legendesMatrice(section)
  return [
    ...lignes.map((libelle, rang) => ({ libelle, adresse: grille[rang]?.[0] ?? '' })),
    ...colonnes.map(({ groupe, libelle }, rang) => ({
      libelle: [groupe, libelle].filter(Boolean).join(' – '),
      adresse: grille[0]?.[rang] ?? '',
    })),
  ]
}

/** What a section says beside its figures. */
function nomsDe(section: Section, lecture: Lecture): Nom[] {
  const { code } = section
  switch (section.type) {
    case 'identification':
      return []
    case 'champs':
      return section.champs.map(({ code: champ, libelle }) => ({
        libelle,
        adresse: section.prefixe ? `${code}.${champ}` : champ,
      }))
    case 'matrice':
      return nomsDeMatrice(section)
    case 'tableau': {
      const [premiere] = lecture.lignes(code)
      if (premiere === undefined) return []
      return section.colonnes.map(({ code: colonne, libelle }) => ({
        libelle,
        adresse: `${code}.${premiere}.${colonne}`,
      }))
    }
  }
}

/** The site says of whatever is hidden that it is not drawn; the browser draws this once found. */
function cacher(boite: HTMLElement): void {
  boite.style.setProperty('display', 'block', 'important')
  boite.setAttribute('hidden', 'until-found')
}

/** For a `ref`: what it holds is found by the browser, which shows one of them at a time. */
function rendreTrouvable(boite: HTMLElement | null) {
  if (!boite) return
  const parts = [...boite.querySelectorAll<HTMLElement>(':scope > section')]
  parts.forEach(cacher)
  const montrer = ({ target }: Event) => parts.filter((une) => une !== target).forEach(cacher)
  boite.addEventListener('beforematch', montrer)
  return () => boite.removeEventListener('beforematch', montrer)
}

type Props = {
  lecture: Lecture
  /** The one that is shown. */
  section: Section
}

/**
 * What the sections that are not shown say, for the browser's own search alone: nothing of it is
 * laid out until it is found, and no key renders it. What is found leads to its cell. It is never
 * taken away as it is found: the browser would search again, from section to section, for ever.
 */
export default function Trouver({ lecture, section: montree }: Props) {
  if (!('onbeforematch' in document)) return null
  const autres = lecture.modele.sections.flatMap((section) => {
    const noms = section === montree ? [] : nomsDe(section, lecture)
    const [premier] = noms
    return premier ? [{ ...section, noms, premier: premier.adresse }] : []
  })
  return (
    <div ref={rendreTrouvable} className="s-ecran">
      {autres.map(({ code, libelle, noms, premier }) => (
        <section key={code} id={`trouver-${code}`} aria-labelledby={`trouver-titre-${code}`}>
          <h3 id={`trouver-titre-${code}`} style={ECARTE}>
            <LienCase adresse={premier}>{textesTrouver.dans(libelle)}</LienCase>
          </h3>
          <ul style={EN_COLONNES}>
            {noms.map(({ libelle: nom, adresse }) => (
              <li key={adresse + nom}>
                <LienCase adresse={adresse}>{nom}</LienCase>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
