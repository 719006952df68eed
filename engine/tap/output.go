package tap

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strconv"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/sirupsen/logrus"
	"go.k6.io/k6/v2/errext"
	"go.k6.io/k6/v2/lib"
	"go.k6.io/k6/v2/metrics"
	"go.k6.io/k6/v2/output"

	"assay/engine/access"
	"assay/engine/body"
	"assay/engine/framing"
)

// exitDelay is how long a run may take to end after the tap failed, before the process exits.
const exitDelay = 2 * time.Second

// OutputName is the k6 output that opens and closes the tap: main adds it to every run.
const OutputName = "assay-tap"

func init() {
	output.RegisterExtension(OutputName, newOutput)
}

// tapOutput opens the tap before the first virtual user is created and closes it after the last has
// ended. It is a k6 output because k6 stops outputs however a run ends, and lets them stop the run.
type tapOutput struct {
	tap    *Tap
	logger logrus.FieldLogger
	env    map[string]string
	// about describes the run, from options.ext.assay of the script.
	about string
	// access is how requests reach the target, from options.ext.assayAccess of the script.
	access  string
	options lib.Options
	stopRun func(error)
	health  *healthSampler
	ending  atomic.Bool
}

var (
	_ output.WithTestRunStop       = &tapOutput{}
	_ output.WithStopWithTestError = &tapOutput{}
)

func newOutput(params output.Params) (output.Output, error) {
	about := string(params.ScriptOptions.External["assay"])
	return &tapOutput{
		tap: Process, logger: params.Logger, env: params.Environment,
		about: about, access: string(params.ScriptOptions.External["assayAccess"]), options: params.ScriptOptions,
	}, nil
}

// Description is shown by k6 before the run.
func (o *tapOutput) Description() string {
	switch {
	case o.env["ASSAY_TAP"] != "" && o.env["ASSAY_RECORD"] != "":
		return "tap and recording (" + o.env["ASSAY_RECORD"] + ")"
	case o.env["ASSAY_TAP"] != "":
		return "tap"
	case o.env["ASSAY_RECORD"] != "":
		return "recording (" + o.env["ASSAY_RECORD"] + ")"
	default:
		return "no tap: answers are not judged"
	}
}

// SetTestRunStopCallback receives the function that ends the run early.
func (o *tapOutput) SetTestRunStopCallback(stop func(error)) {
	o.stopRun = stop
}

// AddMetricSamples ignores samples: the gateway module passes exchanges to the tap itself.
func (o *tapOutput) AddMetricSamples([]metrics.SampleContainer) {}

// Start opens the socket and the recording that the environment names.
func (o *tapOutput) Start() error {
	limit, err := bytesOf(o.env, "ASSAY_BODY_BYTES", body.DefaultBytes)
	if err != nil {
		return err
	}
	o.tap.budget.SetLimit(limit)
	patience, err := patienceOf(o.env["ASSAY_TAP_PATIENCE"])
	if err != nil {
		return err
	}
	o.tap.every, err = framing.EveryOf("ASSAY_TAP_EVERY", o.env["ASSAY_TAP_EVERY"])
	if err != nil {
		return err
	}
	about := cmp.Or(o.env["ASSAY_ABOUT"], o.about)
	if about != "" && !json.Valid([]byte(about)) {
		return errors.New("ASSAY_ABOUT must be valid JSON")
	}
	part, err := newSegment(o.options)
	if err != nil {
		return err
	}
	scriptAccess, err := access.Read(o.access, o.env)
	if err != nil {
		return err
	}
	o.tap.setAccess(scriptAccess)
	sinks, peer, err := o.openSinks(patience)
	if err != nil || len(sinks) == 0 {
		return err
	}
	o.tap.Open(sinks, o.fail)
	o.tap.queue.PushAlways(framing.Encode(frameHello, newHello(o.env["ASSAY_RUN_ID"], part, about)))
	if peer != nil {
		sent, err := readAccess(peer)
		if err != nil {
			close(peer.Closed)
			return err
		}
		o.tap.setAccess(sent)
		go o.listen(peer)
	}
	o.health = startHealth(o.tap)
	return nil
}

// openSinks returns the sinks and, with a socket, the process at its other end.
func (o *tapOutput) openSinks(patience time.Duration) (sinks []Sink, peer *framing.Peer, err error) {
	if path := o.env["ASSAY_TAP"]; path != "" {
		if peer, err = framing.Dial(path, maxCommandBytes); err != nil {
			return nil, nil, fmt.Errorf(
				"the tap cannot be opened: %w. ASSAY_TAP must name a Unix socket that a process listens on", err)
		}
		toPeer := framing.SocketSink{
			Conn: peer.Conn, PeerClosed: peer.Closed, Patience: patience, OnStall: o.tap.stall,
		}
		var socket Sink = toPeer
		switch folder := o.env["ASSAY_TAP_SPOOL"]; {
		case o.env["ASSAY_TAP_EXCHANGES"] == "off":
			socket = statusSink{socket}
		case folder != "":
			if o.tap.spool, err = o.newSpool(toPeer, folder); err != nil {
				return nil, nil, err
			}
			socket = o.tap.spool
		}
		sinks = append(sinks, socket)
	}
	if path := o.env["ASSAY_RECORD"]; path != "" {
		recording, err := newFileSink(path)
		if err != nil {
			return nil, nil, fmt.Errorf(
				"the recording cannot be written: %w. ASSAY_RECORD must name a file in a folder that exists", err)
		}
		sinks = append(sinks, recording)
	}
	return sinks, peer, nil
}

func (o *tapOutput) newSpool(socket framing.SocketSink, folder string) (*framing.SpooledSink, error) {
	limit, err := bytesOf(o.env, "ASSAY_TAP_SPOOL_BYTES", framing.DefaultSpoolBytes)
	if err != nil {
		return nil, err
	}
	spool, err := framing.NewSpooledSink(socket, folder, limit, newSchedulerLatency().isBusy)
	if err != nil {
		return nil, fmt.Errorf(
			"the spool cannot be made: %w. ASSAY_TAP_SPOOL must name a folder in which files can be made", err)
	}
	return spool, nil
}

func (o *tapOutput) listen(peer *framing.Peer) {
	if err := listen(peer, &o.tap.violations); !o.ending.Load() {
		o.fail(err)
	}
}

// fail ends the run: load must not continue when nothing receives its results.
func (o *tapOutput) fail(err error) {
	if o.ending.Load() {
		o.logger.WithError(err).Error("the tap failed at the end of the run: part of the results is lost")
		return
	}
	o.stopRun(fmt.Errorf("the tap failed: %w", err))
	time.AfterFunc(exitDelay, func() {
		if !o.ending.Load() {
			o.logger.Error("the run did not end after the tap failed: exiting now")
			os.Exit(1)
		}
	})
}

// StopWithTestError records whether the run was aborted, and stops.
func (o *tapOutput) StopWithTestError(failure error) error {
	var reason errext.HasAbortReason
	if errors.As(failure, &reason) && reason.AbortReason() != errext.AbortedByThresholdsAfterTestEnd {
		o.tap.aborted.Store(true)
	}
	return o.Stop()
}

// Stop writes the totals and waits until every frame is written.
func (o *tapOutput) Stop() error {
	o.ending.Store(true)
	if !o.tap.isOpen() {
		return nil
	}
	if o.health != nil {
		o.health.stop()
	}
	if o.tap.spool != nil {
		// The load has ended. What is left may take long to be read, and an interruption ends it on the other side.
		signal.Ignore(os.Interrupt, syscall.SIGTERM)
	}
	return o.tap.Close()
}

func bytesOf(env map[string]string, variable string, usual int64) (int64, error) {
	text := env[variable]
	if text == "" {
		return usual, nil
	}
	limit, err := strconv.ParseInt(text, 10, 64)
	if err != nil || limit <= 0 {
		return 0, errors.New(variable + " must be a number of bytes above 0; got " + strconv.Quote(text))
	}
	return limit, nil
}

func patienceOf(text string) (time.Duration, error) {
	if text == "" {
		return framing.DefaultPatience, nil
	}
	patience, err := time.ParseDuration(text)
	if err != nil || patience <= 0 {
		return 0, errors.New("ASSAY_TAP_PATIENCE must be a time above 0, such as 30s; got " + strconv.Quote(text))
	}
	return patience, nil
}
