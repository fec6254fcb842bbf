import { FORMATS_TABLEUR } from '@releve/contract/import.ts'
import type { FichierTelecharge } from '../api/envoi.ts'
import { enregistrerFichier } from './enregistrerFichier.ts'
import { formatNombre } from './format.ts'
import { Icone } from './Icone.tsx'
import { Menu } from './Menu.tsx'
import { useActe } from './useActe.ts'

const TEXTES = {
  exporter: 'Exporter',
  nom: (quoi: string) => `Exporter\u00a0: ${quoi}`,
  formats: { csv: 'Exporter en CSV', xlsx: 'Exporter en XLSX' },
  pdf: 'Exporter en PDF',
  lignes: (n: number) => (n < 2 ? `${n} ligne exportée` : `${formatNombre(n)} lignes exportées`),
  filtres: (filtres: string) => (filtres ? ` (${filtres})` : ''),
  recalcul: ' Un recalcul est en cours\u00a0: des chiffres de ce fichier peuvent encore changer.',
  absents: (absents: string) => (absents ? ` Ce fichier ne porte pas\u00a0: ${absents}.` : ''),
}

export type FormatTableur = (typeof FORMATS_TABLEUR)[number]

/** What a file that has come says of itself. */
function direExport({ nom, compte }: FichierTelecharge) {
  if (!compte) return nom
  const lignes = `${TEXTES.lignes(compte.lignes)}${TEXTES.filtres(compte.filtres)}.`
  const recalcul = compte.recalcul ? TEXTES.recalcul : ''
  return `${lignes}${recalcul}${TEXTES.absents(compte.absents)}`
}

/** Asks for all the lines of a list, as it is filtered and sorted on screen. */
export type Exporter = (format: FormatTableur) => Promise<FichierTelecharge>

type Props = {
  exporter: Exporter
  /** What leaves, where it is not all that the screen shows. */
  quoi?: string
  /** The same as a document. */
  pdf?: () => Promise<FichierTelecharge>
}

type Fichier = { libelle: string; demander: () => Promise<FichierTelecharge> }

/** The choices of a menu that ask for these files, one at a time, and hand them to the browser. */
export function useChoixFichiers(fichiers: readonly Fichier[]) {
  const { mutate, isPending } = useActe(
    (demander: Fichier['demander']) => demander(),
    { reussite: direExport, refus: 'toast' },
    { onSuccess: enregistrerFichier },
  )
  const choix = fichiers.map(({ libelle, demander }) => ({
    libelle,
    onChoisir: () => {
      if (!isPending) mutate(demander)
    },
  }))
  return { choix, enCours: isPending }
}

type PropsMenu = {
  /** What the button says. */
  titre: string
  /** Its name, where what it says is not enough. */
  nom?: string
  fichiers: readonly Fichier[]
}

/** The files that one may take away. */
export function MenuExport({ titre, nom = titre, fichiers }: PropsMenu) {
  const { choix, enCours } = useChoixFichiers(fichiers)
  return (
    <Menu cadre libelle={nom} choix={choix} occupe={enCours}>
      <Icone nom="telecharger" taille={18} />
      {titre}
    </Menu>
  )
}

/** The same lines as each kind of file that they may leave in. */
export function fichiersDe({ exporter, pdf }: Pick<Props, 'exporter' | 'pdf'>): Fichier[] {
  const tableurs = FORMATS_TABLEUR.map((format) => ({
    libelle: TEXTES.formats[format],
    demander: () => exporter(format),
  }))
  return pdf ? [...tableurs, { libelle: TEXTES.pdf, demander: pdf }] : tableurs
}

/** The lines of a list as a file for a spreadsheet. */
export function ExportTableur({ exporter, quoi, pdf }: Props) {
  const fichiers = fichiersDe({ exporter, pdf })
  const nom = quoi ? TEXTES.nom(quoi) : TEXTES.exporter
  return <MenuExport titre={TEXTES.exporter} {...{ nom, fichiers }} />
}
