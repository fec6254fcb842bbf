import {
  cheminRecepisse,
  ecrireCode,
  ecrireEmpreinte,
} from '@releve/contract/formulaire/recepisse.rules.ts'
import {
  LIBELLES_SUITES,
  type Recepisse,
  type Recepisses as Tous,
} from '@releve/contract/formulaire/recepisse.schema.ts'
import { Alerte } from '../../ui/Alerte.tsx'
import { BoutonAction } from '../../ui/BoutonAction.tsx'
import { Chargement } from '../../ui/Chargement.tsx'
import { Dialogue } from '../../ui/Dialogue.tsx'
import { formatInstant } from '../../ui/format.ts'
import { BoutonRecepisse } from '../BoutonRecepisse.tsx'
import { useRecepisses, useTelechargerRecepisse } from '../recepisse.queries.ts'
import './actes/actes.css'

/** Of the dialog of a report's receipts: they come with it. */
const t = {
  titre: 'Récépissés du rapport',
  vide: 'Ce rapport a été soumis avant que la plateforme délivre des récépissés\u00a0: le prochain viendra avec la prochaine soumission.',
  conforme: 'La chaîne tient',
  conformeTexte:
    'Chaque acte, chaque récépissé et chaque valeur sont ceux qui ont été enregistrés.',
  rompue: 'Attention\u00a0: les récépissés ne correspondent plus à ce que la plateforme garde',
  rompueTexte:
    'Aucun n’est délivré. Prévenez la direction centrale, qui fera examiner la base, et gardez ceux que vous avez imprimés\u00a0: ils disent ce qui a été soumis.',
  acteDu: (instant: string) => `(Acte du ${instant}.)`,
  soumission: (rang: number) => `Soumission nᵒ\u00a0${rang}`,
  force: 'reçue sans être soumise',
  auNomDe: (structure: string) => `au nom de «\u00a0${structure}\u00a0»`,
  code: 'Code',
  empreinte: 'Empreinte (SHA-256)',
  texte: (rang: number) => `Texte (JSON) du récépissé nᵒ\u00a0${rang}`,
  verifier: (rang: number) => `Page de vérification du récépissé nᵒ\u00a0${rang}`,
  fermer: 'Fermer',
} as const

/** The receipt of what was just submitted. What was received before there were any has none. */
export function RecepisseOffert({ numero }: { numero: string }) {
  const { data } = useRecepisses(numero)
  if (!data || data.elements.length === 0) return null
  return <BoutonRecepisse numero={numero} altere={data.rupture !== null} />
}

type Props = { numero: string; onFermer: () => void }

/** What was received at each submission, and whether the base still says the same. */
export function Recepisses({ numero, onFermer }: Props) {
  return (
    <Dialogue
      ouvert
      titre={t.titre}
      largeur="md"
      onFermer={onFermer}
      actions={<BoutonAction onClick={onFermer}>{t.fermer}</BoutonAction>}
    >
      <Chargement requete={useRecepisses(numero)}>
        {({ elements, rupture }) => (
          <>
            <Etat {...{ elements, rupture }} />
            <ol className="s-historique">
              {elements.map((recepisse) => (
                <Ligne key={recepisse.rang} {...{ numero, recepisse }} />
              ))}
            </ol>
          </>
        )}
      </Chargement>
    </Dialogue>
  )
}

function Etat({ elements, rupture }: Tous) {
  if (rupture) {
    return (
      <Alerte gravite="error" titre={t.rompue}>
        <p>
          {rupture.libelle}
          {rupture.le && ` ${t.acteDu(formatInstant(rupture.le))}`}
        </p>
        <p>{t.rompueTexte}</p>
      </Alerte>
    )
  }
  if (elements.length === 0) return <p>{t.vide}</p>
  return (
    <Alerte gravite="success" titre={t.conforme}>
      <p>{t.conformeTexte}</p>
    </Alerte>
  )
}

function Ligne({ numero, recepisse }: { numero: string; recepisse: Recepisse }) {
  const { rang, le, agent, auNomDe, force, code, empreinte, suite } = recepisse
  const { mutate, isPending } = useTelechargerRecepisse(numero)
  const altere = suite === 'ALTERE'
  return (
    <li>
      <p className="s-acte">
        <strong>{t.soumission(rang)}</strong>
        <span className={altere ? 's-statut-grave' : undefined}>{LIBELLES_SUITES[suite]}</span>
        {force && <span>{t.force}</span>}
      </p>
      <p className="s-aide">
        <time dateTime={le}>{formatInstant(le)}</time> · {agent}
        {auNomDe && `, ${t.auNomDe(auNomDe)}`}
      </p>
      <p className="s-acte">
        <span>
          {t.code} <code>{ecrireCode(code)}</code>
        </span>
        <a href={cheminRecepisse(code)} target="_blank" rel="noreferrer">
          {t.verifier(rang)}
        </a>
      </p>
      <p className="s-empreinte">
        {t.empreinte} <code>{ecrireEmpreinte(empreinte)}</code>
      </p>
      <p className="s-acte">
        <BoutonRecepisse numero={numero} soumission={rang} altere={altere} />
        {!altere && (
          <BoutonAction
            size="small"
            variant="text"
            enCours={isPending}
            onClick={() => mutate({ soumission: rang, format: 'json' })}
          >
            {t.texte(rang)}
          </BoutonAction>
        )}
      </p>
    </li>
  )
}
