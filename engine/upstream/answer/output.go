package answer

import "assay/engine/upstream/script"

// output hands over the events of a stream, until one is refused.
type output struct {
	Event
	yield  func(*Event) bool
	isOver bool
	// tokens counts what was due at the time of a token.
	tokens int
}

// send hands over the event.
func (o *output) send() {
	if !o.isOver && !o.yield(&o.Event) {
		o.isOver = true
	}
	o.Text, o.IsToken = o.Text[:0], false
}

// breaksAt returns whether the failure of a step comes before this piece of the text, or after the last one.
func breaksAt(step *script.Step, index, length int) bool {
	fail := step.Fail
	return fail != nil && (index == fail.AfterTokens || index == length && fail.AfterTokens > index)
}

// eachFragment calls visit with the first fragment of each call, then the second, and so on.
func eachFragment(calls []script.ToolCall, visit func(call int, fragment string)) {
	for n, more := 0, true; more; n++ {
		more = false
		for i, call := range calls {
			if n < len(call.Fragments) {
				more = true
				visit(i, call.Fragments[n])
			}
		}
	}
}
