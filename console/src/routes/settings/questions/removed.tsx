import type { Question } from "@usher/client";
import { useText } from "../../../i18n/use-text.tsx";
import { Button } from "../../../ui/button.tsx";

/** Questions that are asked no more; the answers that were given to them stay. @param onRestore asks one again */
export function RemovedQuestions({
  questions,
  onRestore,
}: {
  questions: Question[];
  onRestore?: (question: Question) => void;
}) {
  const t = useText("settings");
  if (questions.length === 0) return null;
  return (
    <section className="stack tight" aria-labelledby="removed">
      <h2 id="removed">{t("removed")}</h2>
      <p className="muted">{t("removed-lead")}</p>
      <ul className="plain-list stack tight">
        {questions.map((question) => (
          <li key={question.id} className="card row spread">
            <span className="grow break">{question.label}</span>
            {onRestore === undefined ? null : (
              <Button
                look="quiet"
                isSmall
                aria-label={t("ask-again-of", { label: question.label })}
                onPress={() => onRestore(question)}
              >
                {t("ask-again")}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
