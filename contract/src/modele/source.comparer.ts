import { LIBELLES_MOIS, MOIS } from '../mois.ts'
import type { Modele, Section } from './modele.schema.ts'
import { moisCouvertsDe } from './rythme.ts'

/** What a difference is about, as a sentence names it. */
export const LIBELLES_SORTES = {
  modele: 'Modèle',
  indicateur: 'Indicateur',
  section: 'Section',
  champ: 'Champ',
  ligne: 'Ligne',
  groupe: 'Groupe de colonnes',
  colonne: 'Colonne',
  controle: 'Contrôle',
  codification: 'Liste de codes',
} as const
type Sorte = keyof typeof LIBELLES_SORTES

/** How what may be said of a part is called. */
export const LIBELLES_TRAITS: Readonly<Record<string, string>> = {
  libelle: 'libellé',
  nature: 'nature',
  unite: 'unité',
  compte: 'ce qu’elle compte',
  requis: 'caractère requis',
  requisSi: 'condition qui la rend requise',
  nd: 'réponse «\u00a0ND\u00a0»',
  so: 'réponse «\u00a0SO\u00a0»',
  soSi: 'condition qui la rend sans objet',
  prerempli: 'préremplissage',
  luSeul: 'lecture seule',
  formule: 'formule',
  commentaireSi: 'condition d’un commentaire',
  min: 'minimum',
  max: 'maximum',
  dansLeMois: 'date dans le mois',
  longueur: 'longueur',
  decimales: 'décimales',
  codification: 'liste de codes',
  aide: 'définition',
  source: 'registre',
  exemple: 'exemple',
  resume: 'résumé',
  prefixe: 'préfixe des cases',
  lignesMax: 'nombre de lignes',
  type: 'forme',
  niveau: 'niveau',
  message: 'message',
  seuils: 'seuils',
  cellules: 'cases désignées',
  pourChaque: 'valeurs',
  typesStructure: 'types de structure',
  periodicite: 'périodicité',
  moisAttendus: 'mois attendus',
  moisCouverts: 'nombre de mois couverts',
  ordre: 'place',
  valeurs: 'valeurs',
}

/** One thing that two versions do not say alike: the parts of a sentence. */
export type Difference = {
  effet: 'AJOUT' | 'RETRAIT' | 'CHANGEMENT'
  sorte: Sorte
  /** Code of the section that holds it; null for what stands in none. */
  section: string | null
  code: string
  /** As the later version calls it; the earlier one for what is taken away. */
  libelle: string
  /** What changed; `libelle` is a renaming. Null for what is added or taken away. */
  trait: string | null
  avant: string | null
  apres: string | null
}

type Porteur = Readonly<Record<string, unknown>> & { code: string; libelle?: unknown }

/** A value as a person reads it. */
function dire(valeur: unknown): string | null {
  if (valeur === undefined || valeur === null) return null
  if (typeof valeur === 'boolean') return valeur ? 'oui' : 'non'
  if (typeof valeur === 'number') return String(valeur).replace('.', ',')
  if (typeof valeur === 'string') return valeur
  if (Array.isArray(valeur)) return valeur.map((element) => dire(element) ?? '').join(', ')
  const { code } = valeur as { code?: unknown }
  if (typeof code === 'string') return code
  return Object.entries(valeur)
    .map(([cle, dedans]) => `${cle}\u00a0: ${dire(dedans) ?? '—'}`)
    .join(', ')
}

/** What is compared part by part, not as a value. */
const PARTIES: ReadonlySet<string> = new Set(['champs', 'lignes', 'groupes', 'colonnes', 'code'])

const nomDe = (porteur: Porteur): string =>
  typeof porteur.libelle === 'string' ? porteur.libelle : porteur.code

function comparerTraits(
  lieu: { sorte: Sorte; section: string | null },
  avant: Porteur,
  apres: Porteur,
): Difference[] {
  const traits = new Set([...Object.keys(avant), ...Object.keys(apres)])
  return [...traits].flatMap((trait): Difference[] => {
    if (PARTIES.has(trait)) return []
    const [ancien, nouveau] = [dire(avant[trait]), dire(apres[trait])]
    if (ancien === nouveau) return []
    const commun = { ...lieu, code: apres.code, libelle: nomDe(apres), trait }
    return [{ effet: 'CHANGEMENT', ...commun, avant: ancien, apres: nouveau }]
  })
}

function unMouvement(
  effet: 'AJOUT' | 'RETRAIT',
  lieu: { sorte: Sorte; section: string | null },
  porteur: Porteur,
): Difference {
  const { code } = porteur
  return { effet, ...lieu, code, libelle: nomDe(porteur), trait: null, avant: null, apres: null }
}

/** What moved among those that both have: the fewest told, each with its rank before and after. */
function comparerOrdre(
  lieu: { sorte: Sorte; section: string | null },
  communs: readonly { porteur: Porteur; avant: number }[],
): Difference[] {
  return communs.flatMap(({ porteur, avant }, rang): Difference[] => {
    const precedent = communs[rang - 1]
    if (!precedent || precedent.avant < avant) return []
    const commun = { ...lieu, code: porteur.code, libelle: nomDe(porteur), trait: 'ordre' }
    return [{ effet: 'CHANGEMENT', ...commun, avant: String(avant + 1), apres: String(rang + 1) }]
  })
}

function comparerListe(
  lieu: { sorte: Sorte; section: string | null },
  avant: readonly Porteur[],
  apres: readonly Porteur[],
): Difference[] {
  const anciens = new Map(avant.map((porteur, rang) => [porteur.code, { porteur, rang }]))
  const nouveaux = new Set(apres.map(({ code }) => code))
  const retraits = avant
    .filter(({ code }) => !nouveaux.has(code))
    .map((porteur) => unMouvement('RETRAIT', lieu, porteur))
  const communs = apres.flatMap((porteur) => {
    const ancien = anciens.get(porteur.code)
    return ancien ? [{ porteur, avant: ancien.rang }] : []
  })
  const autres = apres.flatMap((porteur) => {
    const ancien = anciens.get(porteur.code)
    return ancien
      ? comparerTraits(lieu, ancien.porteur, porteur)
      : [unMouvement('AJOUT', lieu, porteur)]
  })
  return [...retraits, ...autres, ...comparerOrdre(lieu, communs)]
}

/** Its rows, columns and fields, each with what a sentence calls it. */
function partiesDe(section: Section | undefined): [Sorte, readonly Porteur[]][] {
  if (!section || section.type === 'identification') return []
  if (section.type === 'champs') return [['champ', section.champs]]
  if (section.type === 'tableau') return [['colonne', section.colonnes]]
  const { lignes, groupes = [], colonnes } = section
  return [
    ['ligne', lignes],
    ['groupe', groupes],
    ['colonne', colonnes],
  ]
}

function comparerSections(avant: Modele, apres: Modele): Difference[] {
  const anciennes = new Map(avant.sections.map((section) => [section.code, section]))
  const dedans = apres.sections.flatMap((section) => {
    const ancienne = anciennes.get(section.code)
    if (!ancienne) return []
    const partiesAvant = new Map(partiesDe(ancienne))
    const partiesApres = new Map(partiesDe(section))
    const sortes = new Set([...partiesAvant.keys(), ...partiesApres.keys()])
    return [...sortes].flatMap((sorte) =>
      comparerListe(
        { sorte, section: section.code },
        partiesAvant.get(sorte) ?? [],
        partiesApres.get(sorte) ?? [],
      ),
    )
  })
  const lieu = { sorte: 'section', section: null } as const
  return [...comparerListe(lieu, avant.sections, apres.sections), ...dedans]
}

function comparerCodifications(avant: Modele, apres: Modele): Difference[] {
  const lister = ({ codifications }: Modele): Porteur[] =>
    Object.entries(codifications).map(([code, valeurs]) => {
      return { code, valeurs: valeurs.map((v) => `${v.code} ${v.libelle}`) }
    })
  const lieu = { sorte: 'codification', section: null } as const
  return comparerListe(lieu, lister(avant), lister(apres))
}

function comparerIndicateurs(avant: Modele, apres: Modele): Difference[] {
  const lister = ({ indicateurs }: Modele): Porteur[] =>
    Object.entries(indicateurs).map(([code, cellules]) => ({ code, cellules }))
  return comparerListe({ sorte: 'indicateur', section: null }, lister(avant), lister(apres))
}

function comparerTetes(avant: Modele, apres: Modele): Difference[] {
  const tete = (modele: Modele): Porteur => {
    const { code, libelle, typesStructure, periodicite, moisAttendus = MOIS } = modele
    const attendus = MOIS.filter((mois) => moisAttendus.includes(mois))
    const moisCouverts = moisCouvertsDe(modele)
    const rythme = { moisAttendus: attendus.map((mois) => LIBELLES_MOIS[mois]), moisCouverts }
    return { code, libelle, typesStructure, periodicite, ...rythme }
  }
  return comparerTraits({ sorte: 'modele', section: null }, tete(avant), tete(apres))
}

/**
 * What the later definition does not say like the earlier one: what is taken away, added, changed,
 * renamed, moved. Pure: the browser plays it on a draft, `VerificationModele.compile` being its
 * definition.
 */
export function comparerModeles(avant: Modele, apres: Modele): Difference[] {
  return [
    ...comparerTetes(avant, apres),
    ...comparerIndicateurs(avant, apres),
    ...comparerSections(avant, apres),
    ...comparerListe({ sorte: 'controle', section: null }, avant.controles, apres.controles),
    ...comparerCodifications(avant, apres),
  ]
}
