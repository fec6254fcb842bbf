import { CHAMPS_STRUCTURE as c } from '@releve/contract/structure/structure.champs.ts'
import type { StructureLue } from '@releve/contract/structure/structure.schema.ts'
import { LIBELLES_STATUTS } from '@releve/contract/utilisateur/utilisateur.schema.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { adresseFichier } from '../api/envoi.ts'
import { useModeles } from '../formulaire/formulaire.queries.ts'
import { paths } from '../paths.ts'
import { formatDate, formatNombre } from '../ui/format.ts'
import { Note } from '../ui/Note.tsx'
import { type Colonne, Tableau } from '../ui/Tableau.tsx'
import { formatLatitude, formatLongitude } from './carte.ts'
import { EtatBadge } from './EtatBadge.tsx'
import { RelancesStructure } from './RelancesStructure.tsx'
import { textesStructure } from './structure.textes.ts'
import { type Libelles, useLibelles, useListes } from './useLibelles.ts'

const t = textesStructure.page
type Propriete = { structure: StructureLue }

function Bloc({ id, titre, children }: { id: string; titre: string; children: ReactNode }) {
  return (
    <section className={`str-bloc str-bloc-${id}`} aria-labelledby={`str-${id}`}>
      <h2 id={`str-${id}`}>{titre}</h2>
      {children}
    </section>
  )
}

function Lignes({ lignes }: { lignes: readonly [string, ReactNode][] }) {
  return (
    <dl className="str-lignes">
      {lignes.map(([nom, valeur]) => (
        <div key={nom}>
          <dt>{nom}</dt>
          <dd>{valeur || <span className="str-rien">{t.nonRenseigne}</span>}</dd>
        </div>
      ))}
    </dl>
  )
}

function Identite({ structure, en }: Propriete & { en: Libelles }) {
  const { code, libelle, typeStructure, statutStructure } = structure
  return (
    <Bloc id="identite" titre={t.identite}>
      <Lignes
        lignes={[
          [c.code.libelle, code],
          [c.libelle.libelle, libelle],
          [c.typeStructure.libelle, en('typeStructure', typeStructure)],
          [c.statutStructure.libelle, en('statutStructure', statutStructure)],
        ]}
      />
    </Bloc>
  )
}

function Rattachement({ structure, en }: Propriete & { en: Libelles }) {
  const { region, parent } = structure
  return (
    <Bloc id="rattachement" titre={t.rattachement}>
      <Lignes
        lignes={[
          [c.region.libelle, en('region', region)],
          [
            c.parent.libelle,
            parent && <Link to={paths.structure(parent.code)}>{parent.libelle}</Link>,
          ],
        ]}
      />
    </Bloc>
  )
}

function Contact({ structure }: Propriete) {
  const { responsable, telephone, email, adresse, latitude, longitude } = structure
  const place =
    latitude === null || longitude === null
      ? null
      : `${formatLatitude(latitude)}, ${formatLongitude(longitude)}`
  return (
    <Bloc id="contact" titre={t.contact}>
      <Lignes
        lignes={[
          [c.responsable.libelle, responsable],
          [c.telephone.libelle, telephone && <a href={`tel:${telephone}`}>{telephone}</a>],
          [c.email.libelle, email && <a href={`mailto:${email}`}>{email}</a>],
          [c.adresse.libelle, adresse],
          [t.coordonnees, place],
        ]}
      />
    </Bloc>
  )
}

function Capacites({ structure: { capacite, capaciteTheorique } }: Propriete) {
  const enPlaces = (n: number | null) => n !== null && t.places(n)
  return (
    <Bloc id="capacites" titre={t.capacites}>
      <Lignes
        lignes={[
          [t.capacite, enPlaces(capacite)],
          [t.capaciteTheorique, enPlaces(capaciteTheorique)],
        ]}
      />
    </Bloc>
  )
}

type LigneNombre = { cle: string; nom: string; nombre: number | null }
const colonnesNombre = (nom: string, nombre: string): Colonne<LigneNombre>[] => [
  { cle: 'nom', titre: nom, rendu: (ligne) => ligne.nom },
  { cle: 'nombre', titre: nombre, nombre: true, rendu: (ligne) => formatNombre(ligne.nombre) },
]
const POSTES = colonnesNombre(t.postesColonnes.categorie, t.postesColonnes.nombre)
const MODELES = colonnesNombre(t.modelesColonnes.modele, t.modelesColonnes.effectif)
const cleDe = ({ cle }: { cle: string }) => cle

function Postes({ structure: { postesReference }, en }: Propriete & { en: Libelles }) {
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
    </Bloc>
  )
}

function Modeles({ structure: { modeles, effectifsOuverture } }: Propriete) {
  const connus = useModeles()
  const lignes: LigneNombre[] = modeles.map((cle) => ({
    cle,
    nom: connus.find(({ code }) => code === cle)?.libelle ?? cle,
    nombre: effectifsOuverture[cle] ?? null,
  }))
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
    </Bloc>
  )
}

function Dates({ structure: { dateOuverture, dateFermeture, etat } }: Propriete) {
  return (
    <Bloc id="dates" titre={t.dates}>
      <Lignes
        lignes={[
          [t.etat, <EtatBadge key="etat" etat={etat} />],
          [t.depuis, formatDate(dateOuverture)],
          [t.fermee, dateFermeture ? formatDate(dateFermeture) : t.aucune],
        ]}
      />
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

/** The whole record, section by section. */
export function FicheStructure({ structure }: Propriete) {
  const en = useLibelles()
  return (
    <div className="str-page">
      <Identite structure={structure} en={en} />
      <Rattachement structure={structure} en={en} />
      <Contact structure={structure} />
      <Capacites structure={structure} />
      <Dates structure={structure} />
      <Modeles structure={structure} />
      <Postes structure={structure} en={en} />
      <Interruptions structure={structure} />
      <Bloc id="relances" titre={t.relances}>
        <RelancesStructure structure={structure} />
      </Bloc>
      <Comptes structure={structure} />
      <Logo structure={structure} />
    </div>
  )
}
