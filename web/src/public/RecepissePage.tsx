import { recepisseApi } from '@releve/contract/formulaire/recepisse.api.ts'
import {
  cheminRecepisse,
  comparerEmpreinte,
  ecrireCode,
  ecrireEmpreinte,
  LONGUEUR_CODE,
  normaliserCode,
} from '@releve/contract/formulaire/recepisse.rules.ts'
import type { SuiteRecepisse } from '@releve/contract/formulaire/recepisse.schema.ts'
import {
  LIBELLES_RUPTURES,
  type Verification,
} from '@releve/contract/formulaire/recepisse.schema.ts'
import { libellePeriode, motDeDuree } from '@releve/contract/mois.ts'
import { type SyntheticEvent, useEffect, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { envoyer, messageDe } from '../api/envoi.ts'
import { paths } from '../paths.ts'
import type { Gravite } from '../ui/Alerte.tsx'
import { Alerte } from '../ui/Alerte.tsx'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { ChampTexte } from '../ui/ChampTexte.tsx'
import { prendreLeFocus } from '../ui/focus.ts'
import { Icone } from '../ui/Icone.tsx'
import { Page } from '../ui/Page.tsx'
import { Squelette } from '../ui/Squelette.tsx'

const t = {
  titre: 'Vérifier un récépissé',
  chapeau:
    'Un récépissé est délivré à chaque soumission d’un rapport. Son code, imprimé sous son carré, dit ici s’il est bien de cette plateforme, et si le rapport a changé depuis.',
  code: 'Code de vérification',
  aide: 'Quatre groupes de cinq caractères\u00a0: ABCDE\u2011FGHJK\u2011MNPQR\u2011STVWX',
  requis: 'Saisissez le code imprimé sur le récépissé.',
  incomplet: (n: number) => `Ce code a ${n} caractères\u00a0: il en faut 20.`,
  verifier: 'Vérifier',
  echec: 'Erreur\u00a0: ce récépissé n’a pas été vérifié',
  reseau: 'Vérifiez votre connexion, puis réessayez.',
  suites: {
    ACTUEL: {
      gravite: 'success',
      titre: 'Récépissé authentique',
      texte: 'Le rapport contient toujours ce que ce récépissé atteste.',
    },
    MODIFIE: {
      gravite: 'warning',
      titre: 'Récépissé authentique\u202f; le rapport a changé depuis',
      texte:
        'Le rapport a été rouvert et modifié après cette soumission. Le récépissé reste la preuve de ce qui a été soumis alors.',
    },
    REMPLACE: {
      gravite: 'warning',
      titre: 'Récépissé authentique\u202f; une soumission plus récente existe',
      texte:
        'Le rapport a été corrigé puis soumis de nouveau. Le récépissé reste la preuve de ce qui a été soumis alors.',
    },
    ALTERE: {
      gravite: 'error',
      titre: 'Attention\u00a0: ce récépissé ne correspond plus à ce que la plateforme garde',
      texte:
        'Ne vous y fiez pas sans l’avis de la direction centrale\u00a0: prévenez-la, en lui donnant le code ci\u2011dessous, et gardez l’exemplaire que vous avez.',
    },
  } satisfies Record<SuiteRecepisse, { gravite: Gravite; titre: string; texte: string }>,
  ecrire: 'Écrire à la direction centrale',
  garde: 'Ce que la plateforme garde aujourd’hui, à comparer avec votre document\u00a0:',
  faits: {
    numero: 'Rapport',
    structure: 'Structure',
    modele: 'Modèle',
    mois: 'Mois',
    soumission: 'Soumission',
    recuLe: 'Reçu le',
    code: 'Code',
    empreinte: 'Empreinte (SHA-256)',
  },
  rang: (n: number) => `nᵒ\u00a0${n}`,
  comparer: 'Empreinte imprimée',
  comparerAide:
    'Recopiez au moins les huit premiers caractères de l’empreinte imprimée\u00a0: ils doivent être les mêmes.',
  identique: 'C’est bien l’empreinte de ce récépissé.',
  identiqueAltere:
    'Votre document porte l’empreinte que la plateforme garde\u00a0: dites-le à la direction centrale.',
  differente:
    'Ce n’est pas l’empreinte de ce récépissé\u00a0: le document que vous avez a été modifié, ou mal recopié.',
  sansValeurs: 'Les valeurs du rapport et le nom de qui l’a soumis ne sont pas montrés ici.',
} as const

type ReponseLue = { verification: Verification } | { echec: unknown }

/**
 * What the server says of this code; undefined while it is asked. Without the client of the session
 * and its cache: a visitor does not wait for them.
 */
function useVerification(code: string): ReponseLue | undefined {
  const [lue, setLue] = useState<ReponseLue>()
  useEffect(() => {
    const abandon = new AbortController()
    envoyer(recepisseApi.verifierRecepisse, { params: { code }, signal: abandon.signal }).then(
      (verification) => setLue({ verification }),
      (echec: unknown) => {
        if (!abandon.signal.aborted) setLue({ echec })
      },
    )
    return () => abandon.abort()
  }, [code])
  return lue
}

const fauteDe = (code: string): string | undefined => {
  if (code === '') return t.requis
  return code.length === LONGUEUR_CODE ? undefined : t.incomplet(code.length)
}

/** A code to type; the address then bears it. */
function Saisie({ code, surCode }: { code: string; surCode: (code: string) => void }) {
  const [saisi, setSaisi] = useState(code && ecrireCode(normaliserCode(code)))
  const [faute, setFaute] = useState<string>()
  const verifier = (evenement: SyntheticEvent) => {
    evenement.preventDefault()
    const lu = normaliserCode(saisi)
    setFaute(fauteDe(lu))
    if (fauteDe(lu) === undefined) surCode(lu)
  }
  return (
    <form className="rcp-form" noValidate onSubmit={verifier}>
      <ChampTexte
        libelle={t.code}
        aide={t.aide}
        erreur={faute}
        largeur="md"
        name="code"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={60}
        value={saisi}
        onChange={({ currentTarget }) => setSaisi(currentTarget.value)}
      />
      <BoutonAction type="submit" variant="contained">
        {t.verifier}
      </BoutonAction>
    </form>
  )
}

/** At the clock of the country where it was received, which the receipt prints. */
const instantDe = ({ soumisLe, fuseau }: Verification) =>
  new Intl.DateTimeFormat('fr-FR', {
    dateStyle: 'long',
    timeStyle: 'medium',
    timeZone: fuseau,
  }).format(new Date(soumisLe)) + ` (${fuseau})`

function Faits({ verification }: { verification: Verification }) {
  const { numero, structure, modele, rang, code, empreinte } = verification
  const faits: [string, string][] = [
    [t.faits.numero, numero],
    [t.faits.structure, structure],
    [t.faits.modele, modele],
    [
      motDeDuree(verification.moisCouverts),
      libellePeriode(verification, verification.moisCouverts),
    ],
    [t.faits.soumission, t.rang(rang)],
    [t.faits.recuLe, instantDe(verification)],
    [t.faits.code, ecrireCode(code)],
  ]
  return (
    <dl className="rcp-faits">
      {faits.map(([nom, dit]) => (
        <div key={nom} className="rcp-fait">
          <dt>{nom}</dt>
          <dd>{dit}</dd>
        </div>
      ))}
      <div className="rcp-fait">
        <dt>{t.faits.empreinte}</dt>
        <dd className="rcp-empreinte">{ecrireEmpreinte(empreinte)}</dd>
      </div>
    </dl>
  )
}

function Comparaison({ verification }: { verification: Verification }) {
  const { empreinte, rupture } = verification
  const [saisie, setSaisie] = useState('')
  const accord = comparerEmpreinte(empreinte, saisie)
  const meme = rupture ? t.identiqueAltere : t.identique
  return (
    <div>
      <ChampTexte
        libelle={t.comparer}
        aide={t.comparerAide}
        name="empreinte"
        autoComplete="off"
        spellCheck={false}
        maxLength={120}
        value={saisie}
        onChange={({ currentTarget }) => setSaisie(currentTarget.value)}
      />
      <p className="rcp-accord" role="status">
        {accord !== null && (
          <>
            <Icone nom={accord ? 'coche' : 'erreur'} />
            {accord ? meme : t.differente}
          </>
        )}
      </p>
    </div>
  )
}

function Resultat({ verification }: { verification: Verification }) {
  const { rupture, suite } = verification
  const { gravite, titre, texte } = t.suites[suite]
  return (
    <section>
      <Alerte {...{ gravite, titre }} ref={prendreLeFocus}>
        {rupture && <p>{LIBELLES_RUPTURES[rupture]}</p>}
        <p>{texte}</p>
        {rupture && (
          <p>
            <Link to={paths.contact}>{t.ecrire}</Link>
          </p>
        )}
      </Alerte>
      {rupture && <p className="rcp-garde">{t.garde}</p>}
      <Faits verification={verification} />
      <Comparaison verification={verification} />
      <p>{t.sansValeurs}</p>
    </section>
  )
}

function Reponse({ code }: { code: string }) {
  const lue = useVerification(code)
  if (!lue) return <Squelette lignes={4} />
  if ('verification' in lue) return <Resultat verification={lue.verification} />
  return (
    <Alerte gravite="error" titre={t.echec} ref={prendreLeFocus}>
      <p>{messageDe(lue.echec, t.reseau)}</p>
    </Alerte>
  )
}

/** `/recepisse`, and `/recepisse/{code}` to which the QR code of a receipt leads. */
export default function RecepissePage() {
  const { code } = useParams()
  const naviguer = useNavigate()
  const [essai, setEssai] = useState(0)
  const verifier = (saisi: string) => {
    setEssai(essai + 1)
    void naviguer(cheminRecepisse(saisi))
  }
  return (
    <Page titre={t.titre} chapeau={t.chapeau}>
      <div className="rcp">
        <Saisie key={code} code={code ?? ''} surCode={verifier} />
        {code !== undefined && <Reponse key={`${code} ${essai}`} code={code} />}
      </div>
    </Page>
  )
}
