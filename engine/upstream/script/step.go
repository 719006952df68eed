// Package script holds what the judging process wants the upstream to answer, by nonce.
package script

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
)

// Step describes one answer; docs/contributing/upstream.md says what each member does.
type Step struct {
	Name          string          `json:"name"`
	Status        int             `json:"status"`
	Headers       [][2]string     `json:"headers"`
	DelayMs       float64         `json:"delayMs"`
	TTFTMs        *float64        `json:"ttftMs"`
	ITLMs         *float64        `json:"itlMs"`
	Tokens        *int            `json:"tokens"`
	Text          *string         `json:"text"`
	Pieces        []string        `json:"pieces"`
	PieceBytes    int             `json:"pieceBytes"`
	Usage         json.RawMessage `json:"usage"`
	FinishReason  string          `json:"finishReason"`
	ToolCalls     []ToolCall      `json:"toolCalls"`
	Refusal       string          `json:"refusal"`
	Members       json.RawMessage `json:"members"`
	ContentBase64 string          `json:"contentBase64"`
	States        []State         `json:"states"`
	Body          *string         `json:"body"`
	EchoKey       bool            `json:"echoKey"`
	Fail          *Failure        `json:"fail"`

	// Content is ContentBase64, decoded; nil without it.
	Content []byte `json:"-"`
}

// ToolCall is one call of a tool; its arguments are sent in these fragments.
type ToolCall struct {
	ID        string   `json:"id"`
	Name      string   `json:"name"`
	Fragments []string `json:"fragments"`
}

// Arguments returns all fragments as one text.
func (c *ToolCall) Arguments() string {
	return strings.Join(c.Fragments, "")
}

// Failure is what goes wrong with an answer.
type Failure struct {
	Kind        Kind    `json:"kind"`
	AfterTokens int     `json:"afterTokens"`
	ForMs       float64 `json:"forMs"`
}

// For returns the time that the failure states.
func (f *Failure) For() time.Duration {
	return milliseconds(f.ForMs)
}

// State is what a video job shows from a time after its creation on.
type State struct {
	After    time.Duration
	Status   string
	Progress int
}

// UnmarshalJSON reads [afterMs, status, progress].
func (s *State) UnmarshalJSON(text []byte) error {
	var afterMs float64
	parts := []any{&afterMs, &s.Status, &s.Progress}
	if err := json.Unmarshal(text, &parts); err != nil {
		return err
	}
	s.After = milliseconds(afterMs)
	if len(parts) != 3 || s.Status == "" {
		return errors.New("a state must be [afterMs, status, progress]")
	}
	return nil
}

// defaultStep is the answer to a request without a script.
var defaultStep = &Step{}

// Fails returns whether the answer goes wrong in this way.
func (s *Step) Fails(kind Kind) bool {
	return s.Fail != nil && s.Fail.Kind == kind
}

// Redirects returns whether the answer is a redirect.
func (s *Step) Redirects() bool {
	return s.Fails(Redirect) || s.Fails(RedirectHost)
}

// Delay returns the wait before the answer.
func (s *Step) Delay() time.Duration {
	return milliseconds(s.DelayMs)
}

// Clock returns when the first token is due and the time between tokens.
func (s *Step) Clock(ttft, itl time.Duration) (time.Duration, time.Duration) {
	if s.TTFTMs != nil {
		ttft = milliseconds(*s.TTFTMs)
	}
	if s.ITLMs != nil {
		itl = milliseconds(*s.ITLMs)
	}
	return ttft, itl
}

func milliseconds(ms float64) time.Duration {
	return time.Duration(ms * float64(time.Millisecond))
}

// UnmarshalJSON refuses members that have no meaning, and what no answer can be.
func (s *Step) UnmarshalJSON(text []byte) error {
	type plain Step
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode((*plain)(s)); err != nil {
		return err
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return errors.New("a step must be one object")
	}
	return s.check()
}

// maxSize limits what a step can ask for.
const maxSize = 64 << 20

func (s *Step) sizes() map[string]int {
	sizes := map[string]int{"pieceBytes": s.PieceBytes}
	if s.Tokens != nil {
		sizes["tokens"] = *s.Tokens
	}
	if s.Fail != nil {
		sizes["afterTokens"] = s.Fail.AfterTokens
	}
	return sizes
}

func (s *Step) check() error {
	if s.Status != 0 && (s.Status < 200 || s.Status > 599) {
		return fmt.Errorf("status must be from 200 to 599; got %d", s.Status)
	}
	if s.Fail != nil && !slices.Contains(kinds, s.Fail.Kind) {
		return fmt.Errorf("there is no failure %q", s.Fail.Kind)
	}
	if s.ContentBase64 != "" {
		content, err := base64.StdEncoding.DecodeString(s.ContentBase64)
		if err != nil {
			return errors.New("contentBase64 must be base64")
		}
		s.Content = content
	}
	for name, size := range s.sizes() {
		if size < 0 || size > maxSize {
			return fmt.Errorf("%s must be from 0 to %d; got %d", name, maxSize, size)
		}
	}
	if s.Members != nil && s.Members[0] != '{' {
		return errors.New("members must be an object")
	}
	return nil
}

// Kind is what goes wrong with an answer, as docs/contributing/upstream.md describes it.
type Kind string

// The kinds of failures.
const (
	RefuseConnection   Kind = "refuse-connection"
	ResetBeforeHeaders Kind = "reset-before-headers"
	Silence            Kind = "silence"
	FinAfter           Kind = "fin-after"
	RstAfter           Kind = "rst-after"
	NoDone             Kind = "no-done"
	NoFinish           Kind = "no-finish"
	ErrorEvent         Kind = "error-event"
	MalformedJSON      Kind = "malformed-json"
	HTML               Kind = "html"
	Empty              Kind = "empty"
	Gzip               Kind = "gzip"
	BigEvent           Kind = "big-event"
	SplitCharacter     Kind = "split-character"
	ForeignFraming     Kind = "foreign-framing"
	UsageEmptyChoices  Kind = "usage-empty-choices"
	Redirect           Kind = "redirect"
	RedirectHost       Kind = "redirect-host"
	CloseOnReuse       Kind = "close-on-reuse"
	CloseAfter         Kind = "close-after"
)

var kinds = []Kind{
	RefuseConnection, ResetBeforeHeaders, Silence, FinAfter, RstAfter, NoDone, NoFinish, ErrorEvent, MalformedJSON, HTML,
	Empty, Gzip, BigEvent, SplitCharacter, ForeignFraming, UsageEmptyChoices, Redirect, RedirectHost, CloseOnReuse, CloseAfter,
}
