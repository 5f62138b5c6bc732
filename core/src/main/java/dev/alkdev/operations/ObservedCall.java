package dev.alkdev.operations;

/** A call together with who watches it. */
record ObservedCall(IncomingCall incoming, CallObservation observation) {

    /** Lets an observer have a look at a call, and refuse it. */
    static ObservedCall begin(CallObserver observer, IncomingCall incoming) {
        return new ObservedCall(incoming, new LoggedObservation(observer.begin(incoming)));
    }
}
