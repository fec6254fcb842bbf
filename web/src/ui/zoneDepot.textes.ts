import { TAILLE_MAX_PIECE } from '@releve/contract/document/document.schema.ts'
import { formatCompte, formatNombre } from './format.ts'

const MO = 1_000_000
const KO = 1000

/** « 640 octets », « 12 Ko », « 4,9 Mo » : never « 5 Mo » of a file above it. */
export function formatTaille(octets: number): string {
  if (octets < KO) return formatCompte(octets, 'octet')
  if (octets < MO) return `${formatNombre(Math.round(octets / KO))}\u00a0Ko`
  return `${formatNombre(Math.ceil(octets / (MO / 10)) / 10)}\u00a0Mo`
}

const listeDe = (formats: readonly string[]) =>
  new Intl.ListFormat('fr', { type: 'disjunction' }).format(formats)

export const textesZoneDepot = {
  invite: 'Glissez-déposez un fichier, ou cliquez pour le choisir', // [S]
  lacher: 'Lâchez le fichier pour le choisir',
  aide: (formats: readonly string[]) =>
    `Un seul fichier, ${listeDe(formats)}, de ${formatTaille(TAILLE_MAX_PIECE)} au plus.`,
  plusieurs: {
    invite: 'Glissez-déposez des fichiers, ou cliquez pour les choisir',
    ajouter: 'Glissez-déposez d’autres fichiers, ou cliquez pour les ajouter',
    lacher: 'Lâchez les fichiers pour les choisir',
    aide: (formats: readonly string[], fichiers: number, octets: number) =>
      `${formatCompte(fichiers, 'fichier')} au plus, ${listeDe(formats)}, de ${formatTaille(TAILLE_MAX_PIECE)} au plus chacun et ${formatTaille(octets)} en tout.`,
    choisis: (fichiers: number, octets: number) =>
      `${formatCompte(fichiers, 'fichier')}, ${formatTaille(octets)}`,
    toutRetirer: 'Tout retirer',
  },
  choisi: (nom: string, taille: string) => `Fichier choisi\u00a0: ${nom}, ${taille}.`,
  apercu: (nom: string) => `Aperçu\u00a0: ${nom}`,
  retirer: 'Retirer',
  retirerNom: (nom: string) => `Retirer ${nom}`,
  refus: {
    plusieurs: 'Choisissez un seul fichier à la fois.',
    tropNombreux: (maximum: number) =>
      `Choisissez ${formatCompte(maximum, 'fichier')} au plus à la fois. Ceux-ci n’ont pas été pris.`,
    tropLourds: (taille: string) =>
      `Ensemble, ces fichiers dépassent ${taille}. Importez-les en plusieurs fois.`,
    laisses: (noms: readonly string[], pourquoi: string) => {
      const dits = noms.slice(0, 3).map((nom) => `«\u00a0${nom}\u00a0»`)
      const suite = noms.length > dits.length ? '…' : ''
      const pris = noms.length > 1 ? 'n’ont pas été pris' : 'n’a pas été pris'
      return `${dits.join(', ')}${suite} ${pris}. ${pourquoi}`
    },
    tropGrand: 'Le fichier dépasse 5\u00a0Mo. Réduisez-le ou choisissez un autre fichier.',
    vide: 'Ce fichier est vide. Choisissez un autre fichier.',
    format: (formats: readonly string[]) =>
      `Format non accepté. Formats possibles\u00a0: ${formats.join(', ')}.`,
    autreTableur:
      'Format non accepté. Ouvrez-le dans votre tableur, enregistrez-le au format XLSX («\u00a0Enregistrer sous\u00a0»), puis choisissez le nouveau fichier.',
    illisible: 'Ce fichier n’a pas pu être lu. Choisissez un autre fichier.',
  },
}
