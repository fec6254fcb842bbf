import { fauteChamp } from '@releve/contract/champ.ts'
import { FORMATS_PIECE } from '@releve/contract/document/document.schema.ts'
import {
  CHAMPS_MESSAGE as c,
  PIECES_PAR_MESSAGE,
} from '@releve/contract/messagerie/messagerie.champs.ts'
import type { Adresse, GroupeOffert } from '@releve/contract/messagerie/messagerie.schema.ts'
import { type SyntheticEvent, useDeferredValue, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { EchecApi } from '../api/envoi.ts'
import { paths } from '../paths.ts'
import { Alerte } from '../ui/Alerte.tsx'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { ChampTexte, ChampTexteLong } from '../ui/ChampTexte.tsx'
import { Chargement } from '../ui/Chargement.tsx'
import { Combobox } from '../ui/Combobox.tsx'
import { Echec } from '../ui/Echec.tsx'
import { Icone } from '../ui/Icone.tsx'
import { Page, Retour } from '../ui/Page.tsx'
import { ZoneDepot } from '../ui/ZoneDepot.tsx'
import { ecrireReliquat, lireReliquat } from './carnet.ts'
import { createCle } from './cle.ts'
import {
  aPropos,
  type Composition,
  duBrouillon,
  enCorps,
  enReponse,
  enTransfert,
  VIDE,
} from './composition.ts'
import {
  useAdresses,
  useBrouillon,
  useConcernes,
  useEnvoyer,
  useGarderAilleurs,
  useGroupes,
  useJeter,
  useJoindre,
  useMessage,
} from './messagerie.queries.ts'
import { textesMessagerie } from './messagerie.textes.ts'
import { conflitDe, useBrouillonGarde } from './useBrouillonGarde.ts'

const t = textesMessagerie.ecrire

const cleGroupe = ({ genre, code }: Pick<GroupeOffert, 'genre' | 'code'>) =>
  `${genre}:${code ?? ''}`
const nomDe = ({ nomAffichable, structure }: Adresse) =>
  structure ? `${nomAffichable} – ${structure.libelle} (${structure.code})` : nomAffichable

type PropsDestinataires = {
  composition: Composition
  changer: (changement: Partial<Composition>) => void
  erreur: string | null
}

/** Whom it goes to: people and groups, each one chosen joins those below, each with its way out. */
function Destinataires({
  composition: { adresses, groupes },
  changer,
  erreur,
}: PropsDestinataires) {
  const champ = useRef<HTMLInputElement>(null)
  const [texte, setTexte] = useState('')
  const { data: trouvees = [] } = useAdresses(useDeferredValue(texte).slice(0, 100))
  const { data: offerts = [] } = useGroupes()
  const options = [
    ...offerts.map((groupe) => ({
      code: cleGroupe(groupe),
      libelle: t.groupe(groupe.libelle, groupe.nombre),
    })),
    ...trouvees.map((adresse) => ({ code: String(adresse.id), libelle: nomDe(adresse) })),
  ]
  const choisir = (valeur: string) => {
    const groupe = offerts.find((un) => cleGroupe(un) === valeur)
    const adresse = trouvees.find(({ id }) => String(id) === valeur)
    setTexte('')
    if (groupe) changer({ groupes: [...groupes, groupe] })
    if (adresse) changer({ adresses: [...adresses, adresse] })
  }
  const choisis = [
    ...groupes.map((un) => ({
      cle: cleGroupe(un),
      nom: t.groupe(un.libelle, un.nombre),
      retirer: () => changer({ groupes: groupes.filter((autre) => autre !== un) }),
    })),
    ...adresses.map((une) => ({
      cle: String(une.id),
      nom: nomDe(une),
      retirer: () => changer({ adresses: adresses.filter((autre) => autre !== une) }),
    })),
  ]
  return (
    <div>
      <Combobox
        ref={champ}
        name="destinataires"
        required
        libelle={t.destinataires}
        aide={t.aideDestinataires}
        erreur={erreur}
        autoComplete="off"
        options={options}
        valeur={texte}
        sauf={choisis.map(({ cle }) => cle)}
        onValeur={setTexte}
        onChoisir={choisir}
      />
      {choisis.length > 0 && (
        <ul className="msg-choisis" aria-label={t.choisis}>
          {choisis.map(({ cle, nom, retirer }) => (
            <li key={cle}>
              <span dir="auto">{nom}</span>
              <button
                type="button"
                aria-label={t.retirer(nom)}
                onClick={() => {
                  retirer()
                  champ.current?.focus()
                }}
              >
                <Icone nom="fermer" taille={14} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

type Changer = (changement: Partial<Composition>) => void
type Etat = { composition: Composition; changer: Changer }

/** Files go up one by one, as they are chosen. */
function Fichiers({ composition: { documents }, changer }: Etat) {
  const [fichier, setFichier] = useState<File | null>(null)
  const { mutate, isPending, error, reset } = useJoindre()
  const joindre = (choisi: File | null) => {
    reset()
    setFichier(choisi)
    if (!choisi) return
    mutate(choisi, {
      onSuccess: ({ id, nomOrigine, typeMime, taille, url }) => {
        changer({ documents: [...documents, { id, nomOrigine, typeMime, taille, url }] })
        setFichier(null)
      },
    })
  }
  return (
    <div>
      <Echec echec={error} titre={t.echecFichier} />
      {documents.length < PIECES_PAR_MESSAGE && (
        <ZoneDepot
          libelle={t.fichier}
          formats={FORMATS_PIECE}
          fichier={fichier}
          onChange={joindre}
          fige={isPending}
        />
      )}
      {documents.length > 0 && (
        <ul className="msg-choisis" aria-label={t.joints}>
          {documents.map((un) => (
            <li key={un.id}>
              <span>{un.nomOrigine}</span>
              <button
                type="button"
                aria-label={t.retirer(un.nomOrigine)}
                onClick={() => changer({ documents: documents.filter((autre) => autre !== un) })}
              >
                <Icone nom="fermer" taille={14} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function fautesDe({ adresses, groupes, objet, corps }: Composition) {
  return {
    destinataires: adresses.length + groupes.length === 0 ? t.requis : null,
    objet: fauteChamp(c.objet, objet),
    corps: fauteChamp(c.corps, corps),
  }
}

type PropsChamps = Etat & { dites: Partial<ReturnType<typeof fautesDe>> }

function Champs({ composition, changer, dites }: PropsChamps) {
  const { objet, corps, numero, cellule } = composition
  return (
    <>
      <Destinataires {...{ composition, changer }} erreur={dites.destinataires ?? null} />
      <ChampTexte
        name="objet"
        libelle={c.objet.libelle}
        required
        maxLength={c.objet.max}
        value={objet}
        erreur={dites.objet ?? null}
        onChange={({ target }) => changer({ objet: target.value })}
      />
      <ChampTexteLong
        name="corps"
        libelle={c.corps.libelle}
        required
        rows={12}
        maxLength={c.corps.max}
        value={corps}
        erreur={dites.corps ?? null}
        onChange={({ target }) => changer({ corps: target.value })}
      />
      <ChampTexte
        name="numero"
        libelle={t.rapport}
        aide={t.aideRapport(numero ? cellule : null)}
        maxLength={80}
        autoCapitalize="characters"
        spellCheck={false}
        value={numero}
        onChange={({ target }) => changer({ numero: target.value, cellule: null })}
      />
      <Fichiers {...{ composition, changer }} />
    </>
  )
}

type ConflitProps = {
  echec: EchecApi
  composition: Composition
  surGarde: () => void
  surReprendre: () => void
}

/** Another window has changed this draft: what is written here is taken elsewhere, or given up. */
function Conflit({ echec, composition, surGarde, surReprendre }: ConflitProps) {
  const navigate = useNavigate()
  const { mutate, isPending, error } = useGarderAilleurs()
  const garderAilleurs = () => {
    const cle = createCle()
    mutate(
      { cle, body: enCorps(composition) },
      {
        onSuccess: () => {
          surGarde()
          void navigate(paths.messagerie({ ecrire: cle }), { replace: true })
        },
      },
    )
  }
  return (
    <>
      <Alerte gravite="warning" role="alert" titre={t.conflit} ref={montrer}>
        <p>{echec.message}</p>
        <p className="msg-actes">
          <BoutonAction size="small" multiligne enCours={isPending} onClick={garderAilleurs}>
            {t.garderAilleurs}
          </BoutonAction>
          {echec.code === 'BROUILLON_PERIME' && (
            <BoutonAction size="small" multiligne onClick={surReprendre}>
              {t.reprendre}
            </BoutonAction>
          )}
        </p>
      </Alerte>
      <Echec echec={error} titre={t.echecAilleurs} />
    </>
  )
}

/** What is pressed is far below: what it met is brought into view. */
const montrer = (alerte: HTMLElement | null) => alerte?.scrollIntoView({ block: 'nearest' })

type FormeProps = {
  cle: string
  initiale: Composition
  version: number
  attend: boolean
  /** Begins again with the draft as the server keeps it. */
  surReprendre: () => void
}

/** What the three buttons do. */
function useActes(props: FormeProps, composition: Composition) {
  const { cle } = props
  const navigate = useNavigate()
  const brouillon = useBrouillonGarde(props, composition)
  const envoi = useEnvoyer()
  const jet = useJeter()
  const conflit = brouillon.conflit ?? conflitDe(envoi.error)
  const partir = () => {
    brouillon.oublier()
    void navigate(paths.messagerie(), { replace: true })
  }
  return {
    etat: brouillon.etat,
    conflit,
    surGarde: brouillon.oublier,
    enCours: envoi.isPending,
    echec: conflit ? null : envoi.error,
    envoyer: async () => {
      if (envoi.isPending) return
      await brouillon.clore()
      envoi.mutate(
        { ...enCorps(composition), cle, version: brouillon.lue() },
        { onSuccess: partir, onError: (echec) => !conflitDe(echec) && brouillon.rouvrir() },
      )
    },
    jeter: async () => {
      await brouillon.clore()
      // What another window has written is not this one's to throw away.
      if (brouillon.lue() > 0 && !conflit) jet.mutate(cle, { onSettled: partir })
      else partir()
    },
    plusTard: async () => {
      if (await brouillon.garder()) void navigate(paths.messagerie({ boite: 'brouillons' }))
    },
  }
}

function Forme(props: FormeProps) {
  const { initiale, surReprendre } = props
  const zone = useRef<HTMLFormElement>(null)
  const [composition, setComposition] = useState(initiale)
  const [essaye, setEssaye] = useState(false)
  const changer: Changer = (changement) => setComposition((avant) => ({ ...avant, ...changement }))
  const { etat, conflit, echec, enCours, surGarde, ...actes } = useActes(props, composition)
  const fautes = fautesDe(composition)

  const soumettre = (evenement: SyntheticEvent) => {
    evenement.preventDefault()
    setEssaye(true)
    const [premiere] = Object.entries(fautes).flatMap(([nom, faute]) => (faute ? [nom] : []))
    if (!premiere) return void actes.envoyer()
    zone.current?.querySelector<HTMLElement>(`[name="${premiere}"]`)?.focus()
  }
  return (
    <form ref={zone} className="msg-forme" noValidate onSubmit={soumettre}>
      <Echec echec={echec} titre={t.echec} />
      {conflit && <Conflit echec={conflit} {...{ composition, surGarde, surReprendre }} />}
      <Champs {...{ composition, changer }} dites={essaye ? fautes : {}} />
      <p role="status" className="msg-note">
        {etat}
      </p>
      <div className="msg-actes">
        <BoutonAction type="submit" variant="contained" icone="envoi" enCours={enCours}>
          {t.envoyer}
        </BoutonAction>
        <BoutonAction onClick={() => void actes.plusTard()}>{t.plusTard}</BoutonAction>
        <BoutonAction variant="text" onClick={() => void actes.jeter()}>
          {t.jeter}
        </BoutonAction>
      </div>
    </form>
  )
}

/** What the address asks to write: an answer, a message passed on, about a report, or from nothing. */
function useInitiale(cle: string) {
  const [params] = useSearchParams()
  const reponse = Number(params.get('reponse')) || null
  const transfert = Number(params.get('transfert')) || null
  const numero = reponse || transfert ? null : params.get('numero')
  const message = useMessage(reponse ?? transfert)
  const sujet = useConcernes(numero)
  const garde = useBrouillon(cle)
  const initialeDe = (): Composition | undefined => {
    if (garde.data) return duBrouillon(garde.data)
    if (numero) return sujet.data && aPropos(numero, params.get('cellule'), sujet.data)
    if (!reponse && !transfert) return VIDE
    if (!message.data) return undefined
    return reponse ? enReponse(message.data, params.has('tous')) : enTransfert(message.data)
  }
  const titre = reponse ? t.titreReponse : transfert ? t.titreTransfert : t.titre
  return { titre, garde, initialeDe, source: numero ? sujet : message }
}

/**
 * Keeps what it began with, what waits in this browser first: what is read again meanwhile changes
 * nothing of what is typed.
 */
function Commencer(props: Omit<FormeProps, 'attend'>) {
  const [depart] = useState(() => {
    const { initiale, version } = props
    const reliquat = lireReliquat(props.cle)
    if (!reliquat) return { initiale, version, attend: false }
    return { initiale: reliquat.composition, version: reliquat.version, attend: true }
  })
  return <Forme {...props} {...depart} />
}

/** A message to write, kept on the server under `cle` as it is written. */
export default function Composer({ cle }: { cle: string }) {
  const { titre, garde, initialeDe, source } = useInitiale(cle)
  const [tour, setTour] = useState(0)
  const reprendre = async () => {
    const { isSuccess } = await garde.refetch()
    if (!isSuccess) return
    ecrireReliquat(cle, null)
    setTour(tour + 1)
  }
  return (
    <Page
      titre={`${titre} – ${textesMessagerie.titre}`}
      entete={titre}
      className="msg-page"
      actions={<Retour to={paths.messagerie()}>{textesMessagerie.message.retour}</Retour>}
    >
      <Chargement requete={garde}>
        {(lu) => {
          const initiale = initialeDe()
          const version = lu?.version ?? 0
          const surReprendre = () => void reprendre()
          if (initiale)
            return <Commencer key={tour} {...{ cle, initiale, version, surReprendre }} />
          return <Chargement<unknown> requete={source}>{() => null}</Chargement>
        }}
      </Chargement>
    </Page>
  )
}
