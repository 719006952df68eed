package gateway

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/sirupsen/logrus"
	"go.k6.io/k6/v2/errext"
	"go.k6.io/k6/v2/lib"
	"go.k6.io/k6/v2/metrics"
	"go.k6.io/k6/v2/output"
)

// lastResort is how long a run may take to end by itself once nobody listens any more.
const lastResort = 2 * time.Second

// tapOutput opens the tap before the first virtual user is made and closes it after the last has
// ended. It is an output because k6 stops outputs whatever way a run ends, and lets them end it.
type tapOutput struct {
	tap    *tap
	logger logrus.FieldLogger
	env    map[string]string
	// about is what the script says of the run, in options.ext.assay.
	about string
	// written is how the script says that requests reach the target, in options.ext.assayAccess.
	written string
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
		tap: processTap, logger: params.Logger, env: params.Environment,
		about: about, written: string(params.ScriptOptions.External["assayAccess"]), options: params.ScriptOptions,
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
		return "no tap: nothing judges the answers"
	}
}

// SetTestRunStopCallback gives the way to end the run early.
func (o *tapOutput) SetTestRunStopCallback(stop func(error)) {
	o.stopRun = stop
}

// AddMetricSamples ignores samples: exchanges reach the tap by themselves.
func (o *tapOutput) AddMetricSamples([]metrics.SampleContainer) {}

// Start opens what the environment names.
func (o *tapOutput) Start() error {
	limit, err := queueLimit(o.env["ASSAY_TAP_QUEUE_BYTES"])
	if err != nil {
		return err
	}
	about := cmp.Or(o.env["ASSAY_ABOUT"], o.about)
	if about != "" && !json.Valid([]byte(about)) {
		return errors.New("ASSAY_ABOUT must be JSON")
	}
	part, err := newSegment(o.options)
	if err != nil {
		return err
	}
	written, err := readAccess(o.written, o.env)
	if err != nil {
		return err
	}
	o.tap.unlock(keys{o.env["ASSAY_API_KEY"], o.env["ASSAY_API_KEY_2"]}, written)
	sinks, listener, err := o.openSinks()
	if err != nil || len(sinks) == 0 {
		return err
	}
	o.tap.start(limit, sinks, o.fail)
	hello := appendHello(nil, o.env["ASSAY_RUN_ID"], part, about)
	o.tap.queue.pushAlways(newFrame(frameHello, hello, nil))
	if listener != nil {
		sent, access, err := listener.keys()
		if err != nil {
			close(listener.gone)
			return err
		}
		o.tap.unlock(sent, access)
		go o.listen(listener)
	}
	o.health = startHealth(o.tap)
	return nil
}

// openSinks returns what takes the frames, and, with a socket, what reads its other direction.
func (o *tapOutput) openSinks() (sinks []sink, listener *listener, err error) {
	if path := o.env["ASSAY_TAP"]; path != "" {
		if listener, err = connect(path); err != nil {
			return nil, nil, fmt.Errorf(
				"the tap cannot be opened: %w. ASSAY_TAP must name a Unix socket that a process listens on", err)
		}
		var socket sink = socketSink{listener.conn, listener.gone}
		if o.env["ASSAY_TAP_EXCHANGES"] == "off" {
			socket = statusSink{socket}
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
	return sinks, listener, nil
}

func (o *tapOutput) listen(listener *listener) {
	if err := listener.listen(&o.tap.violations); !o.ending.Load() {
		o.fail(err)
	}
}

// fail ends the run: load that nobody watches must not go on.
func (o *tapOutput) fail(err error) {
	if o.ending.Load() {
		o.logger.WithError(err).Error("the tap broke at the end of the run: something of it is lost")
		return
	}
	o.stopRun(fmt.Errorf("the tap broke: %w", err))
	time.AfterFunc(lastResort, func() {
		if !o.ending.Load() {
			o.logger.Error("the run did not end after the tap broke: leaving")
			os.Exit(1)
		}
	})
}

// StopWithTestError notes whether the run was broken off, and stops.
func (o *tapOutput) StopWithTestError(failure error) error {
	var reason errext.HasAbortReason
	if errors.As(failure, &reason) && reason.AbortReason() != errext.AbortedByThresholdsAfterTestEnd {
		o.tap.brokenOff.Store(true)
	}
	return o.Stop()
}

// Stop writes the totals and waits until all is written.
func (o *tapOutput) Stop() error {
	o.ending.Store(true)
	if !o.tap.isOpen() {
		return nil
	}
	if o.health != nil {
		o.health.stop()
	}
	return o.tap.finish()
}

func queueLimit(text string) (int64, error) {
	if text == "" {
		return defaultQueueBytes, nil
	}
	limit, err := strconv.ParseInt(text, 10, 64)
	if err != nil || limit <= 0 {
		return 0, errors.New("ASSAY_TAP_QUEUE_BYTES needs a number of bytes above 0; got " + strconv.Quote(text))
	}
	return limit, nil
}
