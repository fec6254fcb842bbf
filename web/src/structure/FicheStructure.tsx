import { estSimple, type NomDe, type NomPropre, nomsDuBloc } from '@releve/contract/champs.ts'
import {
  type BlocStructure,
  CHAMPS_STRUCTURE as c,
} from '@releve/contract/structure/structure.champs.ts'
import type { StructureLue } from '@releve/contract/structure/structure.schema.ts'
import { LIBELLES_STATUTS } from '@releve/contract/utilisateur/utilisateur.schema.ts'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { adresseFichier } from '../api/envoi.ts'
import { useModeles } from '../formulaire/formulaire.queries.ts'
import { paths } from '../paths.ts'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { formatDate, formatNombre } from '../ui/format.ts'
import { Note } from '../ui/Note.tsx'
import { type Colonne, Tableau } from '../ui/Tableau.tsx'
import { valeurDe } from '../ui/valeurDe.tsx'
import { CorrectionForm } from './CorrectionForm.tsx'
import { formatLatitude, formatLongitude } from './carte.ts'
import { EtatBadge } from './EtatBadge.tsx'
import { Historique, SuiteDuChamp, SuiteDuModele } from './Historique.tsx'
import { estDate } from './periodes.ts'
import { RelancesStructure } from './RelancesStructure.tsx'
import { textesPeriodes, textesStructure } from './structure.textes.ts'
import { type Libelles, useLibelles, useListes } from './useLibelles.ts'

const t = textesStructure.page
type Nom = NomDe<typeof c>
type Propriete = { structure: StructureLue }

function Bloc({ id, titre, children }: { id: string; titre: string; children: ReactNode }) {
  return (
    <section className={`str-bloc str-bloc-${id}`} aria-labelledby={`str-${id}`}>
      <h2 id={`str-${id}`}>{titre}</h2>
      {children}
    </section>
  )
}

/** `suite`: what is said under the value, be there one or not. */
type Ligne = readonly [nom: string, valeur: ReactNode, suite?: ReactNode]

function Lignes({ lignes }: { lignes: readonly Ligne[] }) {
  return (
    <dl className="str-lignes">
      {lignes.map(([nom, valeur, suite]) => (
        <div key={nom}>
          <dt>{nom}</dt>
          <dd>
            {valeur || <span className="str-rien">{t.nonRenseigne}</span>}
            {suite}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function pointDe({ latitude, longitude }: StructureLue): string | null {
  if (latitude === null || longitude === null) return null
  return `${formatLatitude(latitude)}, ${formatLongitude(longitude)}`
}

const enPlaces = (n: number | null) => n !== null && t.places(n)

/** The lines that the table alone does not make; null: another one says it, or a table of its own. */
function lignesPropres(structure: StructureLue, en: Libelles) {
  const { typeStructure, statutStructure, region, parent, dateOuverture, dateFermeture } = structure
  return {
    typeStructure: [c.typeStructure.libelle, en('typeStructure', typeStructure)],
    statutStructure: [c.statutStructure.libelle, en('statutStructure', statutStructure)],
    region: [c.region.libelle, en('region', region)],
    parent: [
      c.parent.libelle,
      parent && <Link to={paths.structure(parent.code)}>{parent.libelle}</Link>,
    ],
    latitude: [t.coordonnees, pointDe(structure)],
    longitude: null,
    capacite: [t.capacite, enPlaces(structure.capacite)],
    capaciteTheorique: [t.capaciteTheorique, enPlaces(structure.capaciteTheorique)],
    postesReference: null,
    modeles: null,
    effectifsOuverture: null,
    dateOuverture: [t.depuis, formatDate(dateOuverture)],
    dateFermeture: [t.fermee, dateFermeture ? formatDate(dateFermeture) : t.aucune],
    etat: [t.etat, <EtatBadge key="etat" etat={structure.etat} />],
  } satisfies Record<NomPropre<typeof c>, Ligne | null> & Partial<Record<Nom, Ligne | null>>
}

/** The lines of a block, in the order of the table; its state comes first. */
function lignesDe(bloc: BlocStructure, structure: StructureLue, en: Libelles): Ligne[] {
  const propres: Partial<Record<Nom, Ligne | null>> = lignesPropres(structure, en)
  const noms = nomsDuBloc(c, bloc).toSorted((a, b) => Number(b === 'etat') - Number(a === 'etat'))
  return noms.flatMap((nom) => {
    const propre = propres[nom]
    if (propre && estDate(nom)) {
      const [titre, valeur] = propre
      return [[titre, valeur, <SuiteDuChamp key={nom} {...{ structure, champ: nom }} />]]
    }
    if (propre !== undefined) return propre ? [propre] : []
    return estSimple(c, nom) ? [[c[nom].libelle, valeurDe(c[nom], structure[nom])]] : []
  })
}

type PropsBloc = Propriete & { bloc: BlocStructure; en: Libelles }

function EnLignes({ bloc, structure, en }: PropsBloc) {
  return (
    <Bloc id={bloc} titre={t[bloc]}>
      <Lignes lignes={lignesDe(bloc, structure, en)} />
    </Bloc>
  )
}

type LigneNombre = {
  cle: string
  nom: ReactNode
  nombre: number | null
  /** False: there is no number to ask for. */
  compte?: boolean
}
const colonnesNombre = (nom: string, nombre: string): Colonne<LigneNombre>[] => [
  { cle: 'nom', titre: nom, rendu: (ligne) => ligne.nom },
  {
    cle: 'nombre',
    titre: nombre,
    nombre: true,
    concerne: ({ compte = true }) => compte,
    rendu: (ligne) => formatNombre(ligne.nombre),
  },
]
const POSTES = colonnesNombre(t.postesColonnes.categorie, t.postesColonnes.nombre)
const MODELES = colonnesNombre(t.modelesColonnes.modele, t.modelesColonnes.effectif)
const cleDe = ({ cle }: { cle: string }) => cle

function Postes({ structure, en }: PropsBloc) {
  const { postesReference } = structure
  const { categorie } = useListes()
  const rang = (code: string) => {
    const place = categorie.findIndex((une) => une.code === code)
    return place === -1 ? categorie.length : place
  }
  const lignes: LigneNombre[] = Object.entries(postesReference)
    .map(([cle, nombre]) => ({ cle, nom: en('categorie', cle), nombre }))
    .sort((a, b) => rang(a.cle) - rang(b.cle))
  const nombre = lignes.reduce((somme, ligne) => somme + (ligne.nombre ?? 0), 0)
  const total = { cle: 'TOT', nom: t.total, nombre }
  return (
    <Bloc id="postes" titre={t.postes}>
      {lignes.length === 0 ? (
        <Note>{t.aucunPoste}</Note>
      ) : (
        <Tableau
          className="str-petit str-total"
          legende={t.postes}
          colonnes={POSTES}
          lignes={[...lignes, total]}
          cleDe={cleDe}
          cartes={false}
        />
      )}
      <SuiteDuChamp structure={structure} champ="postesReference" />
    </Bloc>
  )
}

function Modeles({ structure }: PropsBloc) {
  const { modeles, effectifsOuverture } = structure
  const connus = useModeles()
  const lignes: LigneNombre[] = modeles.map((cle) => {
    const connu = connus.find(({ code }) => code === cle)
    const nombre = effectifsOuverture[cle] ?? null
    const compte = nombre !== null || connu?.avecEffectif !== false
    const nom = (
      <>
        {connu?.libelle ?? cle}
        <SuiteDuModele structure={structure} modele={cle} />
      </>
    )
    return { cle, nom, nombre, compte }
  })
  return (
    <Bloc id="modeles" titre={t.modeles}>
      {lignes.length === 0 ? (
        <Note>{t.aucunModele}</Note>
      ) : (
        <Tableau
          className="str-petit"
          legende={t.modeles}
          colonnes={MODELES}
          lignes={lignes}
          cleDe={cleDe}
          cartes={false}
        />
      )}
      <SuiteDuChamp structure={structure} champ="modeles" />
    </Bloc>
  )
}

/** What was, is and will be; with the way to put the past right, for whoever may. */
function Periodes({ structure }: Propriete) {
  const [ouverte, setOuverte] = useState(false)
  return (
    <Bloc id="historique" titre={textesPeriodes.titre}>
      <Historique structure={structure} />
      {structure.actions.includes('modifier') && (
        <div>
          <BoutonAction size="small" icone="crayon" onClick={() => setOuverte(true)}>
            {textesPeriodes.correction.bouton}
          </BoutonAction>
        </div>
      )}
      {ouverte && <CorrectionForm structure={structure} onFermer={() => setOuverte(false)} />}
    </Bloc>
  )
}

type Interruption = StructureLue['interruptions'][number]
const ci = t.interruptionsColonnes
const INTERRUPTIONS: Colonne<Interruption>[] = [
  { cle: 'raison', titre: ci.etat, rendu: ({ etat }) => t.etatsInterruption[etat] },
  { cle: 'du', titre: ci.du, rendu: ({ du }) => formatDate(du) },
  { cle: 'au', titre: ci.au, rendu: ({ au }) => (au ? formatDate(au) : t.enCours) },
]

function Interruptions({ structure: { interruptions } }: Propriete) {
  return (
    <Bloc id="interruptions" titre={t.interruptions}>
      <Note>{interruptions.length === 0 ? t.aucuneInterruption : t.interruptionsAide}</Note>
      {interruptions.length > 0 && (
        <Tableau
          className="str-petit"
          legende={t.interruptions}
          colonnes={INTERRUPTIONS}
          lignes={interruptions}
          cleDe={({ du }) => du}
        />
      )}
    </Bloc>
  )
}

type Compte = StructureLue['comptes'][number]
const cc = t.comptesColonnes
const COMPTES: Colonne<Compte>[] = [
  {
    cle: 'nom',
    titre: cc.nom,
    rendu: ({ id, nomAffichable }) => <Link to={paths.utilisateur(id)}>{nomAffichable}</Link>,
  },
  { cle: 'identifiant', titre: cc.identifiant, rendu: ({ identifiant }) => identifiant },
  { cle: 'statut', titre: cc.statut, rendu: ({ statut }) => LIBELLES_STATUTS[statut] },
]

function Comptes({ structure: { comptes } }: Propriete) {
  return (
    <Bloc id="comptes" titre={t.comptes}>
      <Note>{comptes.length === 0 ? t.aucunCompte : t.comptesAide}</Note>
      {comptes.length > 0 && (
        <Tableau
          className="str-petit"
          legende={t.comptes}
          colonnes={COMPTES}
          lignes={comptes}
          cleDe={({ id }) => String(id)}
        />
      )}
    </Bloc>
  )
}

function Logo({ structure: { urlLogo, libelle } }: Propriete) {
  return (
    <Bloc id="logo" titre={t.logo}>
      {urlLogo ? (
        <img className="str-logo" src={adresseFichier(urlLogo)} alt={t.logoDe(libelle)} />
      ) : (
        <Note>{t.aucunLogo}</Note>
      )}
    </Bloc>
  )
}

/** How each block of the table is shown, in the order of the record. */
const BLOCS: Record<BlocStructure, (props: PropsBloc) => ReactNode> = {
  identite: EnLignes,
  rattachement: EnLignes,
  contact: EnLignes,
  capacites: EnLignes,
  dates: EnLignes,
  modeles: Modeles,
  postes: Postes,
}
// The keys of a literal are its own.
const ORDRE = Object.keys(BLOCS) as BlocStructure[]

/** The whole record, section by section. */
export function FicheStructure({ structure }: Propriete) {
  const en = useLibelles()
  return (
    <div className="str-page">
      {ORDRE.map((bloc) => {
        const Montre = BLOCS[bloc]
        return <Montre key={bloc} {...{ bloc, structure, en }} />
      })}
      <Periodes structure={structure} />
      <Interruptions structure={structure} />
      <Bloc id="relances" titre={t.relances}>
        <RelancesStructure structure={structure} />
      </Bloc>
      <Comptes structure={structure} />
      <Logo structure={structure} />
    </div>
  )
}
