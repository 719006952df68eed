package gateway

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"

	"github.com/grafana/sobek"
	"go.k6.io/k6/v2/js/common"
	"go.k6.io/k6/v2/js/modules"
	"go.k6.io/k6/v2/lib"

	"assay/engine/arrivals"
)

// module is k6/x/gateway: one for the process.
type module struct {
	tap       *tap
	files     sharedFiles
	pools     connections
	groups    groupCounts
	exchanges sync.Pool
}

// Instance is the module as one virtual user sees it. It is used by one goroutine at a time.
type Instance struct {
	vu      modules.VU
	module  *module
	metrics gatewayMetrics
	// transport is what the virtual user sends on, once it has a state.
	transport http.RoundTripper
}

var (
	_ modules.Module   = &module{}
	_ modules.Instance = &Instance{}
)

func newModule(tap *tap) *module {
	return &module{
		tap:       tap,
		files:     sharedFiles{made: map[string]*SharedFile{}},
		pools:     connections{byLocal: map[string]*http.Transport{}},
		exchanges: sync.Pool{New: func() any { return &exchange{} }},
	}
}

// NewModuleInstance is called by k6 for each virtual user.
func (m *module) NewModuleInstance(vu modules.VU) modules.Instance {
	return &Instance{vu: vu, module: m, metrics: registerMetrics(vu.InitEnv().Registry)}
}

// Exports gives the script what index.d.ts declares.
func (i *Instance) Exports() modules.Exports {
	return modules.Exports{Named: map[string]any{
		"request":  i.request,
		"together": i.together,
		"endGroup": i.endGroup,
		"wav":      i.wav,
		"file":     i.file,
		"now":      i.now,
		"intended": i.intended,
		"planned":  i.planned,
		"words":    i.words,
	}}
}

func (i *Instance) request(options sobek.Value) sobek.Value {
	return i.send([]sobek.Value{options})[0]
}

func (i *Instance) together(list sobek.Value) sobek.Value {
	var requests []sobek.Value
	if !common.IsNullish(list) {
		object := list.ToObject(i.vu.Runtime())
		for _, key := range object.Keys() {
			requests = append(requests, object.Get(key))
		}
	}
	answers := make([]any, len(requests))
	for n, answer := range i.send(requests) {
		answers[n] = answer
	}
	return i.vu.Runtime().NewArray(answers...)
}

func (i *Instance) send(list []sobek.Value) []sobek.Value {
	state := i.runningState()
	if i.vu.Context().Err() != nil {
		return i.endIteration(len(list))
	}
	requests := make([]*request, len(list))
	for n, options := range list {
		parsed, err := i.parse(state, options)
		if err == nil {
			err = parsed.carry(i.module.tap.access)
		}
		if err == nil {
			err = i.module.tap.keys.check(i.module.tap.access, parsed.credential)
		}
		if err != nil {
			i.throw(err)
		}
		requests[n] = parsed
	}
	if i.transport == nil {
		i.transport = i.module.pools.of(state)
	}
	i.claimIntended(requests)
	answers := make([]sobek.Value, len(list))
	for n, done := range i.module.sendAll(i.vu.Context(), i.transport, requests) {
		i.emit(state, done)
		answers[n] = i.vu.Runtime().ToValue(newAnswer(i.vu.Runtime(), done))
		i.module.forget(done.exchange)
	}
	return answers
}

// endIteration lets the script go no further: once its time is over nothing can be sent, and what
// was not sent is no exchange. k6 interrupts it too, but later on a machine with much to do. A script
// sees nothing of the answers.
func (i *Instance) endIteration(count int) []sobek.Value {
	i.vu.Runtime().Interrupt(context.Canceled)
	answers := make([]sobek.Value, count)
	for n := range answers {
		answers[n] = sobek.Undefined()
	}
	return answers
}

// claimIntended gives requests that do not say when they were meant to start the time of the
// arrival, if they are the first of it, or else this moment.
func (i *Instance) claimIntended(requests []*request) {
	at := sinceOrigin()
	if arrival := arrivals.FromContext(i.vu.Context()); arrival != nil && !arrival.Claimed {
		arrival.Claimed = true
		at = fromOrigin(arrival.ScheduledStart)
	}
	for _, r := range requests {
		if r.intendedNs == 0 {
			r.intendedNs = at
		}
	}
}

func (i *Instance) endGroup(value sobek.Value) {
	g, err := i.readGroup(value)
	if err != nil {
		i.throw(fmt.Errorf("group %w", err))
	}
	i.module.tap.groupEnd(g, i.module.groups.take(*g))
}

func (i *Instance) now() float64 {
	return milliseconds(sinceOrigin())
}

func (i *Instance) intended() float64 {
	if arrival := arrivals.FromContext(i.vu.Context()); arrival != nil {
		return milliseconds(fromOrigin(arrival.ScheduledStart))
	}
	return i.now()
}

func (i *Instance) wav(sizeBytes int64) *SharedFile {
	i.needInit("wav")
	if sizeBytes < wavHeaderBytes {
		i.throw(fmt.Errorf("wav needs a size of at least %d bytes; got %d", wavHeaderBytes, sizeBytes))
	}
	file, _ := i.module.files.get(fmt.Sprintf("wav:%d", sizeBytes), func() ([]byte, error) {
		return newWAV(int(sizeBytes)), nil
	})
	return file
}

func (i *Instance) file(path string) *SharedFile {
	i.needInit("file")
	absolute := i.vu.InitEnv().GetAbsFilePath(path)
	file, err := i.module.files.get("file:"+absolute, func() ([]byte, error) { return mapFile(absolute) })
	if err != nil {
		i.throw(fmt.Errorf("file cannot be read: %w", err))
	}
	return file
}

func (i *Instance) needInit(name string) {
	if i.vu.State() != nil {
		i.throw(fmt.Errorf("%s can be called in the init context only: a file made during the run would take from the load", name))
	}
}

func (i *Instance) runningState() *lib.State {
	state := i.vu.State()
	if state == nil {
		i.throw(errors.New("requests cannot be sent in the init context"))
	}
	return state
}

// throw does not return.
func (i *Instance) throw(err error) {
	common.Throw(i.vu.Runtime(), fmt.Errorf("k6/x/gateway: %w", err))
}

func milliseconds(ns int64) float64 {
	return float64(ns) / 1e6
}
