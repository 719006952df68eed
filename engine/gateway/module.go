// Package gateway is the module k6/x/gateway: requests to an AI gateway, timed here and passed whole
// through the tap to the judging process.
//
// k6's own HTTP client returns an answer at its end, so no script can see tokens arrive. This package
// does what must be fast or precise; it judges no answer.
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
	"assay/engine/body"
	"assay/engine/clock"
	"assay/engine/tap"
	"assay/engine/transport"
	"assay/engine/upload"
)

// module is k6/x/gateway: one per process.
type module struct {
	tap       *tap.Tap
	files     *upload.SharedFiles
	pools     *transport.Pools
	groups    groupCounts
	exchanges sync.Pool
	// readable limits what scripts can read of answers.
	readable *body.Budget
}

// Instance is the module as one virtual user sees it. It is used by one goroutine at a time.
type Instance struct {
	vu      modules.VU
	module  *module
	metrics gatewayMetrics
	exports modules.Exports
	// pool has the connections of the virtual user, once it has a state.
	pool http.RoundTripper
	// readable is what its last answers take of the budget.
	readable int64
}

var (
	_ modules.Module   = &module{}
	_ modules.Instance = &Instance{}
)

func newModule(t *tap.Tap) *module {
	return &module{
		tap:       t,
		files:     upload.NewSharedFiles(),
		pools:     transport.NewPools(),
		exchanges: sync.Pool{New: func() any { return &exchange{} }},
		readable:  body.NewBudget(readableBudgetBytes),
	}
}

// NewModuleInstance is called by k6 for each virtual user.
func (m *module) NewModuleInstance(vu modules.VU) modules.Instance {
	i := &Instance{vu: vu, module: m, metrics: registerMetrics(vu.InitEnv().Registry)}
	i.exports = modules.Exports{Named: map[string]any{
		"request":         i.request,
		"together":        i.together,
		"endGroup":        i.endGroup,
		"wav":             i.wav,
		"file":            i.file,
		"now":             i.now,
		"intended":        i.intended,
		"planned":         i.planned,
		"words":           i.words,
		"iterationNumber": i.iterationNumber,
	}}
	return i
}

// Exports gives the script what index.d.ts declares. The script calls it for each name that it reads.
func (i *Instance) Exports() modules.Exports {
	return i.exports
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
			err = parsed.applyAccess(i.module.tap.Access())
		}
		if err != nil {
			i.throw(err)
		}
		requests[n] = parsed
	}
	if i.pool == nil {
		i.pool = i.module.pools.For(state, i.module.tap.Access())
	}
	i.claimScheduledStart(requests)
	i.module.readable.Give(i.readable)
	i.readable = 0
	answers := make([]sobek.Value, len(list))
	for n, ended := range i.module.sendAll(i.vu.Context(), i.pool, requests) {
		i.emit(state, ended)
		i.readable += ended.taken
		answers[n] = i.vu.Runtime().ToValue(newAnswer(i.vu.Runtime(), ended))
		i.module.recycle(ended.exchange)
	}
	return answers
}

// endIteration stops the script: after the end of the run nothing can be sent, and what was not sent is
// not an exchange. k6 interrupts the script too, but later on a busy machine. The script never uses the
// answers.
func (i *Instance) endIteration(count int) []sobek.Value {
	i.vu.Runtime().Interrupt(context.Canceled)
	answers := make([]sobek.Value, count)
	for n := range answers {
		answers[n] = sobek.Undefined()
	}
	return answers
}

// claimScheduledStart sets the scheduled start of requests without one: that of the arrival for the
// first requests of it, the current time for later ones.
func (i *Instance) claimScheduledStart(requests []*request) {
	scheduledNs := clock.NowNs()
	if arrival := arrivals.FromContext(i.vu.Context()); arrival != nil && !arrival.Claimed {
		arrival.Claimed = true
		scheduledNs = clock.NsOf(arrival.ScheduledStart)
	}
	for _, r := range requests {
		if r.scheduledNs == 0 {
			r.scheduledNs = scheduledNs
		}
	}
}

func (i *Instance) endGroup(value sobek.Value) {
	g, err := i.readGroup(value)
	if err != nil {
		i.throw(fmt.Errorf("group %w", err))
	}
	i.module.tap.EndGroup(*g, i.module.groups.take(*g))
}

func (i *Instance) now() float64 {
	return milliseconds(clock.NowNs())
}

func (i *Instance) intended() float64 {
	if arrival := arrivals.FromContext(i.vu.Context()); arrival != nil {
		return milliseconds(clock.NsOf(arrival.ScheduledStart))
	}
	return i.now()
}

func (i *Instance) iterationNumber() uint64 {
	state := i.vu.State()
	if state == nil || state.GetScenarioGlobalVUIter == nil {
		i.throw(errors.New("no iteration is running that has a number"))
	}
	return state.GetScenarioGlobalVUIter()
}

func (i *Instance) wav(sizeBytes int64) *upload.SharedFile {
	i.requireInitContext("wav")
	if sizeBytes < upload.MinWAVBytes {
		i.throw(fmt.Errorf("wav needs a size of at least %d bytes; got %d", upload.MinWAVBytes, sizeBytes))
	}
	return i.module.files.WAV(int(sizeBytes))
}

func (i *Instance) file(path string) *upload.SharedFile {
	i.requireInitContext("file")
	file, err := i.module.files.Disk(i.vu.InitEnv().GetAbsFilePath(path))
	if err != nil {
		i.throw(fmt.Errorf("file cannot be read: %w", err))
	}
	return file
}

func (i *Instance) requireInitContext(name string) {
	if i.vu.State() != nil {
		i.throw(fmt.Errorf("%s can be called in the init context only: creating a file during the run would disturb the load", name))
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

func init() {
	modules.Register("k6/x/gateway", newModule(tap.Process))
}
