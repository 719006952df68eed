package script

// Kind is what goes wrong with an answer, as docs/upstream.md describes it.
type Kind string

// The kinds of failures.
const (
	RefuseConnection   Kind = "refuse-connection"
	ResetBeforeHeaders Kind = "reset-before-headers"
	ResetInHeaders     Kind = "reset-in-headers"
	ResetAfterHeaders  Kind = "reset-after-headers"
	Silence            Kind = "silence"
	Trickle            Kind = "trickle"
	FinAfter           Kind = "fin-after"
	RstAfter           Kind = "rst-after"
	NoDone             Kind = "no-done"
	NoFinish           Kind = "no-finish"
	ErrorEvent         Kind = "error-event"
	MalformedJSON      Kind = "malformed-json"
	HTML               Kind = "html"
	Empty              Kind = "empty"
	WrongType          Kind = "wrong-type"
	Gzip               Kind = "gzip"
	BigEvent           Kind = "big-event"
	SplitCharacter     Kind = "split-character"
	ForeignFraming     Kind = "foreign-framing"
	JoinedEvents       Kind = "joined-events"
	SplitEvents        Kind = "split-events"
	UsageEmptyChoices  Kind = "usage-empty-choices"
	Redirect           Kind = "redirect"
	RedirectHost       Kind = "redirect-host"
	CloseOnReuse       Kind = "close-on-reuse"
	CloseAfter         Kind = "close-after"
	SlowUploadRead     Kind = "slow-upload-read"
	EarlyAnswer        Kind = "early-answer"
)

var kinds = []Kind{
	RefuseConnection, ResetBeforeHeaders, ResetInHeaders, ResetAfterHeaders, Silence, Trickle,
	FinAfter, RstAfter, NoDone, NoFinish, ErrorEvent, MalformedJSON, HTML, Empty, WrongType, Gzip,
	BigEvent, SplitCharacter, ForeignFraming, JoinedEvents, SplitEvents, UsageEmptyChoices, Redirect,
	RedirectHost, CloseOnReuse, CloseAfter, SlowUploadRead, EarlyAnswer,
}
